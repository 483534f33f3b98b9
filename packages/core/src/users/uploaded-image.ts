import { readFile } from 'node:fs/promises';
import { withPauses } from '../kernel/concurrency/with-pauses.js';
import { fileTooLarge } from '../kernel/errors/upload-errors.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import type { ActorContext } from '../procedures/context.js';
import { responsiblePerson } from './access.js';
import { unsupportedAvatar } from './avatar-format.js';
import { type ImageKind, toImage } from './avatar-raster.js';

/**
 * docs/reference.md, section 4.6: images only. What is sent without a type, or as bytes of no stated type, is judged by
 * its content alone.
 */
const IMAGE_TYPE = /^(image\/|application\/octet-stream\b|$)/i;

/** Decoding takes all of a processor, so it is done for one account after the other. */
const decoding = withPauses({ accountsWaiting: 31, waitingPerAccount: 1, pauseFactor: 2 });

/** An upload as it came, and as it is stored. */
export interface DecodedUpload {
  readonly original: Buffer;
  readonly image: Buffer;
}

/**
 * Decodes an uploaded image and encodes it again. Throws `UNSUPPORTED_MEDIA_TYPE` for anything but an image of an accepted
 * type, `FILE_TOO_LARGE`, `IMAGE_UNREADABLE`, or `BUSY` when too many images are waiting, of this person or of all.
 */
export async function decodeUpload(
  ctx: ActorContext,
  file: ReceivedFile,
  kind: ImageKind,
): Promise<DecodedUpload> {
  if (!IMAGE_TYPE.test(file.mimeType.trim())) throw unsupportedAvatar();
  const { avatarBytes } = ctx.services.settings.limits;
  if (file.sizeBytes > avatarBytes) throw fileTooLarge(avatarBytes);
  // Read when it is decoded, so that what waits is on the disk and not in memory.
  return decoding(await responsiblePerson(ctx), async () => {
    const original = await readFile(file.path);
    return { original, image: await toImage(original, kind) };
  });
}
