import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../kernel/concurrency/concurrency-limit.js';
import { AppError } from '../kernel/errors/app-error.js';
import { AVATAR_LOADERS, type AvatarFormat, sniffAvatar } from './avatar-format.js';

/** Decoding 24 megapixels takes one or two seconds; an image that takes longer than this is an attack. */
const DECODE_SECONDS = 10;
const WAITING_MAX = 15;

/** In `src` also for `dist`: the program is plain JavaScript, which the compiler does not copy. */
const DECODER = fileURLToPath(new URL('../../src/users/avatar-decoder.js', import.meta.url));
/** The program's exit code for bytes that are not an image. */
const UNREADABLE = 3;

const oneAtATime = limitConcurrency(1, WAITING_MAX);

/**
 * Decodes an uploaded image and encodes it again (docs/reference.md, Files and avatars), so that the stored file is a
 * raster image and nothing else: a WebP of at most 512 × 512, upright, without metadata. One image at a time.
 * Throws `IMAGE_UNREADABLE`, or `BUSY` when too many are waiting.
 */
export async function toAvatarImage(bytes: Buffer): Promise<Buffer> {
  const format = await sniffAvatar(bytes);
  if (format === null) throw new AppError('IMAGE_UNREADABLE');
  return oneAtATime(() => decodeImage(bytes, format));
}

/** Runs the decoder for at most `seconds`. Throws `IMAGE_UNREADABLE`. */
export async function decodeImage(
  bytes: Buffer,
  format: AvatarFormat,
  seconds = DECODE_SECONDS,
): Promise<Buffer> {
  const decoder = spawn(process.execPath, [DECODER, AVATAR_LOADERS[format], String(seconds)], {
    env: {},
  });
  const ended = new Promise<{ code: number | null }>((resolve, reject) => {
    decoder.once('error', reject);
    decoder.once('close', (code) => resolve({ code }));
  });
  // The decoder may end before it has read everything; its exit code is what counts.
  decoder.stdin.on('error', () => {});
  decoder.stdin.end(bytes);
  const [image, errorText, { code }] = await Promise.all([
    buffer(decoder.stdout),
    text(decoder.stderr),
    ended,
  ]);
  if (code === 0) return image;
  // No code: it was killed by its own timer, by the system for its memory, or by a fault that the image caused.
  if (code === null || code === UNREADABLE) throw new AppError('IMAGE_UNREADABLE');
  throw new Error(`the avatar decoder failed with code ${code}: ${errorText}`);
}
