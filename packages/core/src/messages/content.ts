import { invalidField } from '../kernel/errors/app-error.js';
import { isInvisible } from '../kernel/schema/invisible.js';

/** docs/reference.md, section 8: a message has a text that can be seen, or attachments. Throws `INVALID_INPUT`. */
export function requireContent(content: string, attachmentCount: number): void {
  if (attachmentCount > 0 || !isInvisible(content)) return;
  const issue = content === '' ? 'must not be empty' : 'must have a character that can be seen';
  throw invalidField('content', `${issue}, unless there are attachments`);
}
