import { mayRemoveFiles, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { tooManyFiles } from '../kernel/errors/upload-errors.js';
import type { AfterCommit } from '../log/transact.js';
import type { Services } from '../procedures/services.js';
import type { Attachment } from '../protocol/records/attachment.js';
import type { Message } from '../protocol/records/message.js';
import { type AttachmentClaim, requireClaimable } from './claim.js';
import * as queries from './queries.js';
import { toAttachment } from './record.js';
import { removeFiles } from './remove-files.js';

type Files = Pick<Services, 'files' | 'log'>;

/**
 * Locks the attachments that a message is to carry until the transaction ends: the uploader's own, in the message's
 * channel, and in no other message. When the message is written, `assignAttachments` assigns them to it.
 * Throws `ATTACHMENT_NOT_FOUND`, `ATTACHMENT_IN_USE`, or `INVALID_INPUT` for an id that is given twice.
 */
export async function lockAttachments(
  tx: Transaction,
  { messageId, ...claim }: AttachmentClaim & { readonly messageId: string },
): Promise<Attachment[]> {
  const rows = await requireClaimable(claim, (ids) => queries.lockAttachments(tx, ids));
  return rows.map((row) => toAttachment({ ...row, messageId }));
}

/**
 * Makes a scheduled message keep uploads, instead of those in `before`. Returns their ids in the order of the claim. Throws what
 * `lockAttachments` does.
 */
export async function keepForScheduled(
  tx: Transaction,
  claim: AttachmentClaim & { readonly scheduledId: string },
  before: readonly string[] = [],
): Promise<string[]> {
  const claimed = await requireClaimable(claim, (ids) => queries.lockAttachments(tx, ids));
  const kept = claimed.map(({ id }) => id);
  const released = before.filter((id) => !kept.includes(id));
  if (released.length > 0) await queries.releaseFromScheduled(tx, claim.scheduledId, released);
  if (kept.length > 0) await queries.assignToScheduled(tx, claim.scheduledId, kept);
  return kept;
}

/** Assigns the attachments that were locked for a message to it, in this order. */
export async function assignAttachments(tx: Transaction, attachments: readonly Attachment[]): Promise<void> {
  for (const [position, { id, messageId }] of attachments.entries()) {
    if (messageId !== null) await queries.assignToMessage(tx, id, messageId, position);
  }
}

/**
 * Gives a message other attachments: of its own those that `kept` names, all without it, and uploads after them. Returns what it
 * has then. Call it under the lock of the message. Throws `ATTACHMENT_NOT_FOUND` for one that it has not, `TOO_MANY_FILES`, and
 * what `lockAttachments` does.
 */
export async function changeAttachments(
  services: Files & Pick<Services, 'db' | 'settings'>,
  { tx, afterCommit }: { readonly tx: Transaction; readonly afterCommit: AfterCommit },
  message: Pick<Message, 'id' | 'channelId' | 'userId' | 'attachments'>,
  change: AttachmentChange,
): Promise<Attachment[]> {
  const { id: messageId, channelId, userId: uploaderId } = message;
  const { stay, go } = sortedOut(message.attachments, change.kept);
  const max = services.settings.limits.messageFiles;
  // One that has more, because the limit was higher, may lose some.
  if (change.added.length > 0 && stay.length + change.added.length > max) throw tooManyFiles(max);
  const added = await lockAttachments(tx, { messageId, channelId, uploaderId, ids: change.added });
  if (go.length > 0) afterCommit(await removeAttachmentsOf(services, tx, [messageId], go));
  const changed = [...stay, ...added];
  await assignAttachments(tx, changed);
  return changed;
}

/** How an edit changes the attachments of a message. */
export interface AttachmentChange {
  /** The ids of those that stay; null for all. */
  readonly kept: readonly string[] | null;
  /** The ids of uploads. */
  readonly added: readonly string[];
}

/** Throws `ATTACHMENT_NOT_FOUND` for a kept one that is not there. */
export function sortedOut(
  attachments: readonly Attachment[],
  kept: AttachmentChange['kept'],
): { readonly stay: Attachment[]; readonly go: string[] } {
  if (kept?.some((id) => !attachments.some((one) => one.id === id)))
    throw new AppError('ATTACHMENT_NOT_FOUND');
  const stays = ({ id }: Attachment) => kept === null || kept.includes(id);
  const go = attachments.filter((one) => !stays(one)).map(({ id }) => id);
  return { stay: attachments.filter(stays), go };
}

/**
 * Removes the attachments of messages, of deleted ones all. The returned function removes their files. Call it after the commit,
 * because a rollback needs them. While a backup runs it leaves them to the sweep.
 */
export async function removeAttachmentsOf(
  services: Files & Pick<Services, 'db'>,
  tx: Transaction,
  messageIds: readonly string[],
  some?: readonly string[],
): Promise<() => Promise<void>> {
  const ids = await queries.deleteAttachmentsOf(tx, messageIds, some);
  return async () => {
    if (ids.length > 0 && (await mayRemoveFiles(services.db).catch(() => false)))
      await removeFiles(services, ids);
  };
}
