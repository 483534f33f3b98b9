import { pipeline } from 'node:stream/promises';
import { IncomingFile } from '../files/incoming-file.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import type { ActorContext, Using } from '../procedures/context.js';
import type { Attachment } from '../protocol/records/attachment.js';
import { responsiblePerson } from '../users/access.js';
import { attachmentKey } from './record.js';
import { dropUploads, storeAttachments } from './upload.js';

/**
 * Copies attachments that the actor may read, for a message of theirs in a channel in which they may post, while `use` runs.
 * Copies that no message carries after it are removed. They count for the actor as uploads do, and wait their turn like them.
 * Throws `ATTACHMENT_NOT_FOUND` where the bytes of one are gone, and what `uploadAttachments` does.
 */
export async function withCopies<T>(
  ctx: ActorContext,
  channelId: string,
  originals: readonly Attachment[],
  use: (ids: readonly string[]) => Promise<T>,
): Promise<T> {
  if (originals.length === 0) return use([]);
  const personId = await responsiblePerson(ctx);
  // The key is that of the message, which tells repetitions.
  const asUpload = { ...ctx, request: { ...ctx.request, idempotencyKey: null }, idempotency: null };
  const stored = await ctx.services.uploads.run(personId, 'attachment', async (upload) => {
    const copies: IncomingFile[] = [];
    try {
      const received: ReceivedFile[] = [];
      for (const original of originals) {
        const copy = await IncomingFile.create(ctx.services.files.temporaryPath(), (bytes) =>
          upload.reserve(bytes),
        );
        copies.push(copy);
        await fill(ctx, copy, original.id);
        const { filename, mimeType } = original;
        received.push({ path: copy.path, filename, mimeType, sizeBytes: copy.sizeBytes });
      }
      return await storeAttachments(asUpload, channelId, received);
    } finally {
      await Promise.all(copies.map((copy) => copy.discard()));
    }
  });
  const ids = stored.map(({ id }) => id);
  try {
    return await use(ids);
  } finally {
    await dropUploads(asUpload, ids).catch((err: unknown) =>
      ctx.services.log.warn({ err }, 'Copies of files could not be removed, and are left to the sweep'),
    );
  }
}

async function fill({ services }: Using<'files'>, copy: IncomingFile, attachmentId: string): Promise<void> {
  const key = attachmentKey(attachmentId);
  if ((await services.files.size(key)) === null) throw new AppError('ATTACHMENT_NOT_FOUND');
  await pipeline(services.files.read(key), async (bytes: AsyncIterable<Buffer>) => {
    for await (const piece of bytes) await copy.append(piece);
  });
  await copy.finish();
}
