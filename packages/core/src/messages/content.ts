import { invalidField } from '../kernel/errors/app-error.js';
import { isInvisible } from '../kernel/schema/invisible.js';
import { counted, hasAtMost } from '../kernel/schema/text.js';
import type { Limits } from '../kernel/services/limits.js';
import { Content } from './schemas.js';

/**
 * docs/reference.md, section 8: a message has a text that can be seen, or attachments, and no longer a text than the
 * operator allows. Throws `INVALID_INPUT`.
 */
export function requireContent(limits: Limits, content: string, attachmentCount: number): void {
  const problem = problemOf(limits, content, attachmentCount);
  if (problem !== null) throw invalidField('content', problem);
}

/** Whether `requireContent` accepts it, for a text that no schema has checked. */
export function isContent(limits: Limits, content: string, attachmentCount: number): boolean {
  return Content.safeParse(content).success && problemOf(limits, content, attachmentCount) === null;
}

function problemOf({ messageCharacters }: Limits, content: string, attachmentCount: number): string | null {
  if (!hasAtMost(content, messageCharacters)) {
    return `must have at most ${counted(messageCharacters, 'character')}`;
  }
  if (attachmentCount > 0 || !isInvisible(content)) return null;
  const issue = content === '' ? 'must not be empty' : 'must have a character that can be seen';
  return `${issue}, unless there are attachments`;
}

/** The same, for a message that is posted. An edit keeps the attachments that were allowed when they came. */
export function requirePost(limits: Limits, content: string, attachmentCount: number): void {
  if (attachmentCount > limits.messageFiles) {
    throw invalidField('attachmentIds', `must have at most ${counted(limits.messageFiles, 'item')}`);
  }
  requireContent(limits, content, attachmentCount);
}

/** Only a reply can be in the list of its channel as well. Throws `INVALID_INPUT`. */
export function requireThread(given: {
  readonly threadId?: string | undefined;
  readonly alsoInChannel?: boolean | undefined;
}): void {
  if (given.alsoInChannel && given.threadId === undefined)
    throw invalidField('alsoInChannel', 'is for replies: give "threadId" as well');
}
