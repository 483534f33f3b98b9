import { readFile } from 'node:fs/promises';
import { readProcesses, treeOf } from './proc-stat.js';

/**
 * The memory of a process tree in MB (10⁶ bytes): the resident set size. The proportional set size would depend on how
 * many other processes run Node at the time.
 */
export async function treeMemoryMb(root: number): Promise<number> {
  const tree = treeOf(await readProcesses(), root);
  const sizes = await Promise.all(tree.map(({ pid }) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')));
  return sizes.reduce((sum, text) => sum + parseRss(text), 0) / 1e6;
}

/** The resident set size in bytes, from the text of /proc/<pid>/smaps_rollup. */
export function parseRss(text: string): number {
  const [, kilobytes] = /^Rss:\s+(\d+) kB$/m.exec(text) ?? [];
  if (kilobytes === undefined) throw new Error('smaps_rollup has no Rss.');
  return Number(kilobytes) * 1_024;
}
