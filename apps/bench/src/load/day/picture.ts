import { crc32, deflateSync } from 'node:zlib';
import { randomOf } from './random.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG (RFC 2083) of grey noise: one byte a pixel, and as many in the file. */
export function pictureOf(width: number, height: number): Buffer {
  const random = randomOf(width * height);
  // Each line begins with the number of its filter: none.
  const lines = Array.from({ length: height }, () => [
    0,
    ...Array.from({ length: width }, () => random() * 256),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const data = deflateSync(Buffer.from(lines.flat()));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
