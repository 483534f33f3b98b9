import { invalidField } from '../kernel/errors/app-error.js';
import { isInvisible } from '../kernel/schema/invisible.js';
import { hasAtMost } from '../kernel/schema/text.js';
import type { Limits } from '../kernel/services/limits.js';

/**
 * docs/reference.md, section 8: a message has a text that can be seen, or attachments, and no more of either than the
 * operator allows. Throws `INVALID_INPUT`.
 */
export function requireContent(
  { messageCharacters, messageFiles }: Limits,
  content: string,
  attachmentCount: number,
): void {
  if (!hasAtMost(content, messageCharacters)) {
    throw invalidField('content', `must have at most ${messageCharacters} characters`);
  }
  if (attachmentCount > messageFiles) {
    throw invalidField('attachmentIds', `must have at most ${messageFiles} items`);
  }
  if (attachmentCount > 0 || !isInvisible(content)) return;
  const issue = content === '' ? 'must not be empty' : 'must have a character that can be seen';
  throw invalidField('content', `${issue}, unless there are attachments`);
}
