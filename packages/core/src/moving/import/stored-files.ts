import { createHash } from 'node:crypto';
import type { Queryable } from '@palaver/db';
import { safeFilename } from '../../attachments/filename.js';
import { type PictureSize, pictureSizeOf } from '../../attachments/picture-size.js';
import { prepareFile } from '../../attachments/prepare-file.js';
import { attachmentKey } from '../../attachments/record.js';
import { IncomingFile } from '../../files/incoming-file.js';
import { AppError, httpStatus } from '../../kernel/errors/app-error.js';
import { type ImageKind, toImage } from '../../users/avatar-raster.js';
import { ArchiveError } from '../archive/archive-error.js';
import type { ArchiveFile } from '../archive/names.js';
import type { ChunkContext, Placed } from './chunk.js';
import { idsFor } from './kept-ids.js';
import { found } from './known.js';

/** A file of a message that is in the store. */
export interface StoredAttachment extends PictureSize {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly createdAt: string;
}

/** The files of messages, by the ids of those. */
export type StoredAttachments = ReadonlyMap<string, readonly StoredAttachment[]>;

/**
 * Stores the files of messages, before the transaction that writes the rows: what a chunk that is not written leaves, the sweep
 * removes, as it does after an upload. Throws `ArchiveError`, or `DISK_FULL`.
 */
export async function storeAttachments(
  ctx: ChunkContext & { readonly db: Queryable },
  messages: ReadonlyArray<Placed<'message'>>,
): Promise<StoredAttachments> {
  const stored = new Map<string, StoredAttachment[]>();
  for (const { value, line } of messages) {
    const { id: messageId, attachments, channelId } = value.data;
    const { home, isLeftOut } = found(ctx.known.channels, channelId);
    if (attachments.length === 0 || isLeftOut) continue;
    const things = attachments.map(({ id, createdAt }) => ({ sourceId: id, createdAt, line }));
    const ids = await idsFor(ctx.db, 'attachments', things, home, ctx.known.server?.keepsIds ?? false);
    const files: StoredAttachment[] = [];
    for (const [index, { file, filename, mimeType, createdAt }] of attachments.entries()) {
      const id = ids[index] ?? '';
      const seen = await storeFile(ctx, { file, mimeType, key: attachmentKey(id) }, line);
      files.push({
        id,
        filename: safeFilename(filename),
        sizeBytes: file.sizeBytes,
        ...seen,
        createdAt,
      });
    }
    stored.set(messageId, files);
  }
  return stored;
}

interface FileToStore {
  readonly file: ArchiveFile;
  readonly mimeType: string;
  readonly key: string;
}

/** Stores a file, and returns what its content shows: its type, and of a picture its size. */
async function storeFile(
  ctx: Pick<ChunkContext, 'files' | 'archive' | 'settings'>,
  { file, mimeType, key }: FileToStore,
  line: number,
): Promise<Pick<StoredAttachment, 'mimeType' | keyof PictureSize>> {
  await requireRoom(ctx, file.sizeBytes);
  const incoming = await IncomingFile.create(ctx.files.temporaryPath(), async () => undefined);
  try {
    const sha256 = await copy(await ctx.archive.openFile(file.name), incoming, file, line);
    if (file.sha256 !== null && file.sha256 !== sha256)
      throw new ArchiveError(
        `the file "${file.name}" is not the one of this line: its SHA-256 differs`,
        line,
      );
    const type = await prepareFile(ctx.settings, { path: incoming.path, mimeType });
    const size = await pictureSizeOf(incoming.path, type);
    await ctx.files.adopt(incoming.path, key);
    return { mimeType: type, ...size };
  } finally {
    await incoming.discard();
  }
}

/** A packed file may be larger than its archive says, so no more is taken than its line says. */
async function copy(
  from: AsyncIterable<Buffer>,
  to: IncomingFile,
  file: ArchiveFile,
  line: number,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of from) {
    if (to.sizeBytes + bytes.length > file.sizeBytes) throw wrongSize(file, line);
    hash.update(bytes);
    await to.append(bytes);
  }
  await to.finish();
  if (to.sizeBytes !== file.sizeBytes) throw wrongSize(file, line);
  return hash.digest('hex');
}

const wrongSize = ({ name, sizeBytes }: ArchiveFile, line: number) =>
  new ArchiveError(`the file "${name}" has not ${sizeBytes} bytes`, line);

async function requireRoom({ files, settings }: Pick<ChunkContext, 'files' | 'settings'>, bytes: number) {
  if ((await files.freeBytes()) - bytes < settings.quotas.freeBytesKept) throw new AppError('DISK_FULL');
}

/** Images of users, the server and emoji, encoded again, by the ids of those. What cannot be decoded as an upload is is left out. */
export async function decodeImages(ctx: Pick<ChunkContext, 'archive'>, lines: readonly Placed[]) {
  const images = new Map<string, Buffer>();
  for (const { value } of lines) {
    const image =
      value.type === 'user' && value.data.avatar !== null
        ? await decode(ctx, value.data.avatar, 'avatar')
        : value.type === 'server' && value.data.icon !== null
          ? await decode(ctx, value.data.icon, 'avatar')
          : value.type === 'emoji'
            ? await decode(ctx, value.data.image, 'emoji')
            : null;
    if (image !== null && 'id' in value.data) images.set(value.data.id, image);
  }
  return images;
}

async function decode(
  { archive }: Pick<ChunkContext, 'archive'>,
  file: ArchiveFile,
  kind: ImageKind,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of await archive.openFile(file.name)) {
    size += bytes.length;
    if (size > file.sizeBytes) return null;
    chunks.push(bytes);
  }
  return toImage(Buffer.concat(chunks), kind).catch((error: unknown) => {
    if (error instanceof AppError && httpStatus(error.errorCode) < 500) return null;
    throw error;
  });
}
