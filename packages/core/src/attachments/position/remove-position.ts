import { open } from 'node:fs/promises';
import { FileBytes } from './file-bytes.js';
import { mendPng } from './png-chunks.js';
import { removeFromTiff, TIFF_HEADERS } from './tiff-position.js';
import { PROPERTY_BYTES_MAX, withoutPositions } from './xmp-position.js';

const WINDOW_BYTES = 256 * 1024;
/** A file with more of them was made to take long. */
const TIFF_STRUCTURES_MAX = 64;

/**
 * Takes the position out of a picture: the GPS directories of Exif, and the same properties of XMP, wherever in the file
 * they are. So it is the same for JPEG, PNG, WebP, TIFF, HEIC, AVIF and raw formats, and for pictures in pictures. The bytes are
 * replaced where they are: size, orientation, thumbnails and each pixel stay. A torn or hostile file stays what it is.
 */
export async function removePosition(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    const file = await FileBytes.of(handle);
    await removeEverywhere(file);
    await mendPng(file);
  } finally {
    await handle.close();
  }
}

/** Windows overlap, so that what spans two of them is whole in one. */
async function removeEverywhere(file: FileBytes): Promise<void> {
  let found = 0;
  for (let start = 0; start < file.size; start += WINDOW_BYTES) {
    const window = await file.read(start, WINDOW_BYTES + PROPERTY_BYTES_MAX);
    const blanked = withoutPositions(window);
    if (blanked) await file.replace(start, blanked);
    for (const at of headersIn(window)) {
      if (++found > TIFF_STRUCTURES_MAX) break;
      await removeFromTiff(file, start + at);
    }
  }
}

/** Where TIFF structures may begin that are no part of the next window. */
function* headersIn(window: Buffer): Generator<number, void> {
  for (const header of TIFF_HEADERS)
    for (
      let at = window.indexOf(header);
      at !== -1 && at < WINDOW_BYTES;
      at = window.indexOf(header, at + header.length)
    )
      yield at;
}
