import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Opens a file for reading, or standard input for `-`. A file that cannot be opened is an error at once. */
export async function openInput(file: string): Promise<Readable> {
  if (file === '-') return process.stdin;
  return (await open(file, 'r')).createReadStream({ highWaterMark: 256 * 1024 });
}
