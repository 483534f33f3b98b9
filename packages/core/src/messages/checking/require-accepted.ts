import { createHash } from 'node:crypto';
import { newId } from '@palaver/db';
import { AppError } from '../../kernel/errors/app-error.js';
import type { BeforeSend, BeforeSendQuestion, MessageToSend } from '../../kernel/services/before-send.js';
import type { Limits } from '../../kernel/services/limits.js';
import type { Idempotency } from '../../log/idempotency.js';
import { isContent } from '../content.js';

/** What is asked about a message. */
export interface MessageCheck extends Pick<BeforeSendQuestion, 'type' | 'message'> {
  readonly idempotency: Idempotency | null;
}

/**
 * Asks the operator's hook about a message, and returns the content that it is to have. Call it outside of any transaction:
 * it can take as long as the hook may. Throws `MESSAGE_REFUSED` or `MESSAGE_NOT_CHECKED`.
 */
export async function requireAccepted(
  beforeSend: BeforeSend,
  limits: Limits,
  { type, message, idempotency }: MessageCheck,
): Promise<string> {
  const id = questionId(message.user.id, idempotency);
  const isUsable = (content: string) => isContent(limits, content, message.attachments.length);
  const verdict = await beforeSend.ask({ id, type, message }, isUsable);
  switch (verdict.action) {
    case 'accept':
      return message.content;
    case 'change':
      return verdict.content;
    case 'refuse':
      throw new AppError('MESSAGE_REFUSED', verdict.reason === null ? {} : { message: verdict.reason });
    case 'unchecked':
      throw new AppError('MESSAGE_NOT_CHECKED');
  }
}

/** The parts of a file that the hook is told. */
export function fileOf({ id, filename, mimeType, sizeBytes }: MessageToSend['attachments'][number]) {
  return { id, filename, mimeType, sizeBytes };
}

/** A retry asks with the same id, so that the hook can know it by that. It tells nothing of the client's key. */
function questionId(userId: string, idempotency: Idempotency | null): string {
  if (idempotency === null) return `msg_${newId()}`;
  const { key, requestHash } = idempotency;
  const request = JSON.stringify([userId, key, requestHash.toString('hex')]);
  return `msg_${createHash('sha256').update(request).digest('base64url')}`;
}
