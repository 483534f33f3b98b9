import { crc32 } from 'node:zlib';
import type { FileBytes } from './file-bytes.js';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The length and the type before the data, and the checksum after it (PNG, third edition, 5.3). */
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;
const PIECE_BYTES = 64 * 1024;
/** Programs write a picture of 400 MB in as many. A file with more was made to take long. */
const CHUNKS_MAX = 50_000;

/** The chunks that have metadata. */
const METADATA = new Set(['eXIf', 'iTXt', 'tEXt', 'zTXt']);
/** Texts that have Exif or XMP where it cannot be seen: compressed, or as hexadecimal digits. */
const HIDDEN = [
  ...['exif', 'APP1', 'xmp'].map((kind) => `Raw profile type ${kind}\0`),
  'XML:com.adobe.xmp\0\x01',
];
/** As many as the longest of these has. */
const HIDDEN_BYTES = 24;
/** A private chunk that no program reads and that may be copied: the type says so (5.4). */
const EMPTY_TYPE = Buffer.from('voId', 'latin1');

interface Chunk {
  readonly at: number;
  readonly length: number;
}

/**
 * Empties the chunks of a PNG in which a position could be hidden. Where something of the file was replaced, the checksums of all
 * metadata are written anew. Leaves what is no PNG.
 */
export async function mendPng(file: FileBytes): Promise<void> {
  if (!(await file.read(0, SIGNATURE.length)).equals(SIGNATURE)) return;
  let at = SIGNATURE.length;
  for (let n = 0; n < CHUNKS_MAX && at + HEAD_BYTES + CHECKSUM_BYTES <= file.size; n++) {
    const head = await file.read(at, HEAD_BYTES);
    const chunk = { at, length: head.readUInt32BE(0) };
    const type = head.toString('latin1', 4, HEAD_BYTES);
    const end = at + HEAD_BYTES + chunk.length + CHECKSUM_BYTES;
    if (end > file.size) return;
    if (METADATA.has(type)) await mendChunk(file, chunk);
    at = end;
  }
}

async function mendChunk(file: FileBytes, { at, length }: Chunk): Promise<void> {
  const data = at + HEAD_BYTES;
  const text = (await file.read(data, HIDDEN_BYTES)).toString('latin1');
  if (HIDDEN.some((beginning) => text.startsWith(beginning))) {
    await file.replace(at + 4, EMPTY_TYPE);
    for (let done = 0; done < length; done += PIECE_BYTES)
      await file.replace(data + done, Buffer.alloc(Math.min(PIECE_BYTES, length - done)));
  }
  if (!file.isChanged) return;
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(await checksumOf(file, at + 4, data + length));
  await file.replace(data + length, checksum);
}

async function checksumOf(file: FileBytes, start: number, end: number): Promise<number> {
  let checksum = 0;
  for (let at = start; at < end; at += PIECE_BYTES)
    checksum = crc32(await file.read(at, Math.min(PIECE_BYTES, end - at)), checksum);
  return checksum;
}
