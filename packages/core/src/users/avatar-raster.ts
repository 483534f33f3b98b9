import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { AppError } from '../kernel/errors/app-error.js';
import { AVATAR_LOADERS, type AvatarFormat, avatarFormatOf } from './avatar-format.js';

/**
 * Processor time. Decoding 24 megapixels takes one or two seconds, and drawing an SVG a tenth of one: what takes longer
 * than this is an attack.
 */
const SVG_SECONDS = 3;
const RASTER_SECONDS = 10;
/** The decoder ends itself after at most three times its processor time; this ends one that cannot. */
const LONGEST_MS = 60_000;

/** Also in a release: the program is plain JavaScript, and runs as it is. */
const DECODER = fileURLToPath(new URL('../../src/users/avatar-decoder.js', import.meta.url));
/** The program's exit codes for bytes that are not an image, and for an image that cannot be made small enough. */
const UNREADABLE = 3;
const TOO_LARGE = 4;
/** The same for an image of more pixels than are decoded. */
const TOO_MANY_PIXELS = 5;

/** What an uploaded image is to become. */
export type ImageKind = 'avatar' | 'emoji';

/** What the program makes. A number is the longest side of a smaller picture, in pixels. */
type Made = ImageKind | `picture-${number}`;

/**
 * Decodes an uploaded image and encodes it again (docs/reference.md, Files and avatars), so that the stored file is a
 * raster image and nothing else: a WebP, upright, without metadata. An avatar is at most 512 × 512 and one frame, an emoji at
 * most 128 × 128 and 256 kB, and stays an animation.
 * Throws `UNSUPPORTED_MEDIA_TYPE`, `IMAGE_UNREADABLE`, or `FILE_TOO_LARGE` for one of more
 * than 24 megapixels and for an animation that does not become so small.
 */
export async function toImage(bytes: Buffer, kind: ImageKind): Promise<Buffer> {
  return decodeImage(bytes, await avatarFormatOf(bytes), undefined, kind);
}

/** `toImage` for an avatar. */
export function toAvatarImage(bytes: Buffer): Promise<Buffer> {
  return toImage(bytes, 'avatar');
}

/**
 * A picture within a square of `side` pixels, upright and without metadata, as a WebP. Null for one that cannot be decoded or has
 * too many pixels, and for an animation.
 */
export async function toSmallPicture(
  bytes: Buffer,
  format: AvatarFormat,
  side: number,
): Promise<Buffer | null> {
  try {
    return await decodeImage(bytes, format, undefined, `picture-${side}`);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Runs the decoder for at most `seconds` of processor time. Throws `IMAGE_UNREADABLE` or `FILE_TOO_LARGE`. */
export async function decodeImage(
  bytes: Buffer,
  format: AvatarFormat,
  seconds = format === 'image/svg+xml' ? SVG_SECONDS : RASTER_SECONDS,
  made: Made = 'avatar',
): Promise<Buffer> {
  const decoder = spawn(process.execPath, [DECODER, AVATAR_LOADERS[format], String(seconds), made], {
    env: {},
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
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
  if (code === TOO_LARGE) {
    throw new AppError('FILE_TOO_LARGE', {
      message: 'The animation is too large for an emoji; send one with fewer frames.',
    });
  }
  if (code === TOO_MANY_PIXELS) {
    throw new AppError('FILE_TOO_LARGE', {
      message: 'The picture has more than 24 megapixels; send a smaller one.',
    });
  }
  // No code: it was killed by its own timer, by the system for its memory, or by a fault that the image caused.
  if (code === null || code === UNREADABLE) throw new AppError('IMAGE_UNREADABLE');
  throw new Error(`the avatar decoder failed with code ${code}: ${errorText}`);
}
