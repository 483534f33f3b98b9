import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Terminal } from '../terminal.js';

/** Opens a file for reading, or standard input for `-`. A file that cannot be opened is an error at once. */
export async function openInput(file: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<Readable> {
  if (file === '-') return stdin;
  return (await open(file, 'r')).createReadStream({ highWaterMark: 256 * 1024 });
}
