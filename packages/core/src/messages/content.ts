import { invalidField } from '../kernel/errors/app-error.js';

/**
 * White space, controls, and the characters that Unicode says to show nothing for, such as zero-width spaces and
 * fillers; U+2800, the empty Braille pattern, is the one symbol without ink.
 */
const INVISIBLE = /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nothing of a text can be seen. */
export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** docs/reference.md, section 8: a message has a text that can be seen, or attachments. Throws `INVALID_INPUT`. */
export function requireContent(content: string, attachmentCount: number): void {
  if (attachmentCount > 0 || !isInvisible(content)) return;
  const issue = content === '' ? 'must not be empty' : 'must have a character that can be seen';
  throw invalidField('content', `${issue}, unless there are attachments`);
}
