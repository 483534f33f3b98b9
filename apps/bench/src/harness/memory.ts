import { readFile } from 'node:fs/promises';
import { readProcesses, treeOf } from './proc-stat.js';

/**
 * The memory of a process tree in MB (10⁶ bytes): the resident set size. The proportional one would make a process
 * smaller by each other that runs Node at the time.
 */
export async function treeMemoryMb(root: number): Promise<number> {
  const tree = treeOf(await readProcesses(), root);
  const sizes = await Promise.all(tree.map(({ pid }) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')));
  return sizes.reduce((sum, text) => sum + parseRss(text), 0) / 1e6;
}

/** Bytes, from the text of a /proc/<pid>/smaps_rollup. */
export function parseRss(text: string): number {
  const [, kilobytes] = /^Rss:\s+(\d+) kB$/m.exec(text) ?? [];
  if (kilobytes === undefined) throw new Error('There is no Rss in smaps_rollup.');
  return Number(kilobytes) * 1_024;
}
