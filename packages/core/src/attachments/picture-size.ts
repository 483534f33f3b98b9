import { open } from 'node:fs/promises';
import { INLINE_TYPES } from './mime-type.js';

/** In bytes. The header of a picture is within them, also after the profiles and the preview that cameras write before it. */
const HEADER_BYTES = 512 * 1024;

/** Larger ones are of no picture. */
const MAX_PIXELS = 100_000;

/** EXIF's orientations from here on show a picture on its side. */
const FIRST_ON_ITS_SIDE = 5;

export interface PictureSize {
  readonly width: number | null;
  readonly height: number | null;
}

const UNKNOWN: PictureSize = { width: null, height: null };

/**
 * The size of a picture in pixels, as it is to be shown, from the beginning of its file. Nulls for a file of another type, and
 * where the header does not say: nothing depends on it but the place that is kept free for the picture.
 */
export async function pictureSizeOf(path: string, mimeType: string): Promise<PictureSize> {
  if (!INLINE_TYPES.has(mimeType)) return UNKNOWN;
  const header = await headerOf(path);
  const { imageSize } = await import('image-size');
  try {
    const { width, height, orientation = 1 } = imageSize(header);
    if (![width, height].every(isSize)) return UNKNOWN;
    return orientation < FIRST_ON_ITS_SIDE ? { width, height } : { width: height, height: width };
  } catch {
    // It throws for whatever it cannot read.
    return UNKNOWN;
  }
}

function isSize(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels >= 1 && pixels <= MAX_PIXELS;
}

async function headerOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEADER_BYTES), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
