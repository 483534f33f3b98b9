import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitConcurrency } from '../../kernel/concurrency/concurrency-limit.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { Services } from '../../procedures/services.js';
import type { PictureSize } from '../../protocol/records/file-address.js';
import { toSmallPicture } from '../../users/avatar-raster.js';
import { type AttachmentRow, attachmentKey } from '../record.js';
import { attachmentFiles } from '../sweep.js';
import { smallPictureKey } from './key.js';
import { isSmallerType } from './wanted-size.js';

/** A decoder takes all of a processor, and up to some hundred megabytes. */
const AT_ONCE = 2;
const WAITING = 32;
/** Whoever fetches a picture waits so long for its small version, in milliseconds. */
const PATIENCE_MS = 5_000;
/** Is stored for a picture that cannot be made smaller, so that no fetch tries it again. */
const NONE = Buffer.alloc(0);

type FindServices = Pick<Services, 'db' | 'files' | 'log' | 'settings'>;
type Picture = Pick<AttachmentRow, 'id' | 'mimeType' | 'sizeBytes'>;

export interface SmallPicture {
  readonly key: string;
  readonly sizeBytes: number;
}

const decoding = limitConcurrency(AT_ONCE, WAITING);
/** By key, those that this process is making. */
const underWay = new Map<string, Promise<SmallPicture | null>>();

/**
 * Finds the small version of a picture, a WebP that is upright and has no metadata. It is made when it is fetched first, once for all
 * who ask meanwhile. Null where the original is to be served: the picture cannot be decoded or does not become smaller, too many
 * wait, it takes too long, or the disk is full.
 */
export async function findSmallPicture(
  services: FindServices,
  picture: Picture,
  size: PictureSize,
): Promise<SmallPicture | null> {
  const key = smallPictureKey(picture.id, size);
  const sizeBytes = await services.files.size(key);
  if (sizeBytes !== null) return found(key, sizeBytes);
  const made = underWay.get(key) ?? begin(services, picture, size);
  const answered = new AbortController();
  try {
    return await Promise.race([made, sleep(PATIENCE_MS, null, { signal: answered.signal, ref: false })]);
  } finally {
    answered.abort();
  }
}

function found(key: string, sizeBytes: number): SmallPicture | null {
  return sizeBytes === NONE.length ? null : { key, sizeBytes };
}

function begin(services: FindServices, picture: Picture, size: PictureSize): Promise<SmallPicture | null> {
  const key = smallPictureKey(picture.id, size);
  const making = make(services, picture, size)
    .catch((error: unknown) => {
      const isBusy = error instanceof AppError && error.errorCode === 'BUSY';
      if (!isBusy) services.log.warn({ err: error, key }, 'a picture could not be made smaller');
      return null;
    })
    .finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making;
}

async function make(
  services: FindServices,
  picture: Picture,
  size: PictureSize,
): Promise<SmallPicture | null> {
  const { files, settings } = services;
  const key = smallPictureKey(picture.id, size);
  if ((await files.freeBytes()) < settings.quotas.freeBytesKept) return null;
  // Read when it is decoded, so that what waits is not in memory.
  const image = await decoding(async () =>
    smallerOf(picture, await buffer(files.read(attachmentKey(picture.id))), size),
  );
  await files.write(key, image);
  // Whoever removes the attachment removes this file too, where it was there by then.
  const [isThere] = await attachmentFiles(services).stillNamed([picture.id]);
  if (isThere) return found(key, image.length);
  await files.remove(key);
  return null;
}

/** `NONE` for a picture that cannot be decoded, and where the result would not be smaller. */
async function smallerOf({ mimeType }: Picture, original: Buffer, size: PictureSize): Promise<Buffer> {
  if (!isSmallerType(mimeType)) return NONE;
  const small = await toSmallPicture(original, mimeType, size);
  return small !== null && small.length < original.length ? small : NONE;
}
