import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { mayRemoveFiles, newId, type Transaction } from '@palaver/db';
import { accessChannel } from '../channels/access.js';
import { requireWithinQuotas } from '../files/uploads.js';
import { AppError } from '../kernel/errors/app-error.js';
import { fileTooLarge, tooManyFiles } from '../kernel/errors/upload-errors.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import type { Limits } from '../kernel/services/limits.js';
import type { Idempotency } from '../log/idempotency.js';
import { transact } from '../log/transact.js';
import { type ActorContext, within } from '../procedures/context.js';
import { idempotencyOf } from '../procedures/idempotency-key.js';
import { Attachment } from '../protocol/records/attachment.js';
import { responsiblePerson } from '../users/access.js';
import { safeFilename } from './filename.js';
import { pictureSizeOf } from './picture-size.js';
import { prepareFile } from './prepare-file.js';
import * as queries from './queries.js';
import { type AttachmentRow, attachmentKey, toAttachment } from './record.js';
import { removeFiles } from './remove-files.js';
import { addStoredBytes } from './stored-bytes.js';

/**
 * Stores uploaded files for a later message in a channel that the caller may post in. The same files sent again with the
 * same key get the answer of the first call. Throws `CHANNEL_NOT_FOUND`, `CHANNEL_ARCHIVED`, `FILE_MISSING`,
 * `TOO_MANY_FILES`, `FILE_TOO_LARGE`, `STORAGE_QUOTA_EXCEEDED`, `STORAGE_FULL`, `IDEMPOTENCY_KEY_INVALID` or
 * `IDEMPOTENCY_KEY_REUSED`.
 */
export async function uploadAttachments(
  ctx: ActorContext,
  channelId: string,
  files: readonly ReceivedFile[],
): Promise<Attachment[]> {
  const channel = await accessChannel(ctx, channelId, 'post');
  return storeAttachments(ctx, channel.id, files);
}

/** The same in a channel in which the caller has found that the actor may post. */
export async function storeAttachments(
  ctx: ActorContext,
  channelId: string,
  files: readonly ReceivedFile[],
): Promise<Attachment[]> {
  requireFiles(ctx.services.settings.limits, files);
  const idempotency = await keyOf(ctx, channelId, files);
  const rows: AttachmentRow[] = [];
  let mayStand = false;
  try {
    for (const file of files) {
      const row = await newRow(ctx, channelId, file);
      rows.push(row);
      await ctx.services.files.adopt(file.path, attachmentKey(row.id));
    }
    const fresh = rows.map(toAttachment);
    const answer = await transact({ ...ctx, idempotency }, async (tx) => {
      await insertCounted(ctx, tx, rows);
      mayStand = true;
      return fresh;
    });
    if (answer === fresh) return fresh;
    await removeFiles(ctx.services, idsOf(rows));
    // A stored answer may be older than a field of the record; the schema adds the field's default.
    return Attachment.array().parse(answer);
  } catch (error) {
    // From here on the COMMIT may have been sent, and its answer lost: then only the rows say whether the files stay.
    // They cannot be asked before the connection's transaction has ended, so the sweep does it (maintenance/file-sweep.ts).
    if (!mayStand) await removeFiles(ctx.services, idsOf(rows));
    throw error;
  }
}

/** Inserts the rows, and counts their bytes for the quotas of the person and of all. */
async function insertCounted(ctx: ActorContext, tx: Transaction, rows: AttachmentRow[]): Promise<void> {
  await queries.insertAttachments(tx, rows);
  const bytes = rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const personId = await responsiblePerson(within(tx, ctx));
  // Last, because all uploads wait for each other here.
  requireWithinQuotas(await addStoredBytes(tx, personId, bytes), ctx.services.settings.quotas);
}

const idsOf = (rows: readonly AttachmentRow[]): string[] => rows.map((row) => row.id);

/** The client's key, for these files, byte for byte, in this channel. */
async function keyOf(
  { request: { idempotencyKey } }: ActorContext,
  channelId: string,
  files: readonly ReceivedFile[],
): Promise<Idempotency | null> {
  if (idempotencyKey === null) return null;
  return idempotencyOf(idempotencyKey, 'attachments.upload', {
    channelId,
    prints: await fingerprintsOf(files),
  });
}

/** What files are known again by, byte for byte. */
export async function fingerprintsOf(files: readonly ReceivedFile[]): Promise<string[]> {
  const fingerprints: string[] = [];
  for (const { path, filename, mimeType } of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    fingerprints.push(JSON.stringify([filename, mimeType, hash.digest('hex')]));
  }
  return fingerprints;
}

function requireFiles({ messageFiles, fileBytes }: Limits, files: readonly ReceivedFile[]): void {
  if (files.length === 0) throw new AppError('FILE_MISSING');
  if (files.length > messageFiles) throw tooManyFiles(messageFiles);
  if (files.some((file) => file.sizeBytes > fileBytes)) throw fileTooLarge(fileBytes);
}

async function newRow(ctx: ActorContext, channelId: string, file: ReceivedFile): Promise<AttachmentRow> {
  const mimeType = await prepareFile(ctx.services.settings, file);
  return {
    id: newId(),
    channelId,
    uploaderId: ctx.actor.userId,
    messageId: null,
    scheduledId: null,
    position: 0,
    filename: safeFilename(file.filename),
    mimeType,
    sizeBytes: file.sizeBytes,
    ...(await pictureSizeOf(file.path, mimeType)),
    createdAt: ctx.services.clock.now(),
  };
}

/** Removes uploads that were stored for nothing; those that a message carries stay. What is left, the sweep removes. */
export async function dropUploads(ctx: ActorContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const dropped = await ctx.services.db.transaction(async (tx) => {
    const rows = await queries.lockAttachments(tx, [...ids]);
    const unused = idsOf(rows.filter(({ messageId }) => messageId === null));
    if (unused.length > 0) await queries.deleteAttachments(tx, unused);
    return unused;
  });
  if (dropped.length > 0 && (await mayRemoveFiles(ctx.services.db).catch(() => false)))
    await removeFiles(ctx.services, dropped);
}
