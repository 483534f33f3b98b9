import { expect, test } from 'vitest';
import { parseRss } from './memory.js';
import { meter } from './meter.js';
import { parseMachineStat, parseProcessStat, treeCpuSeconds, treeOf } from './proc-stat.js';

test('CPU time of a process counts its reaped children, and its name may hold anything', () => {
  const text =
    '4711 (a) b (c) S 42 4711 4711 0 -1 4194560 6150 2000 0 0 150 50 30 20 20 0 11 0 9000 1000000 9999 18446744073709551615';

  expect(parseProcessStat(text)).toEqual({ pid: 4711, parent: 42, cpuSeconds: 2.5 });
});

test('the machine is busy with all but idling and waiting for disks', () => {
  const text = 'cpu  100 10 50 800 40 5 5 30 60 0\ncpu0 50 5 25 400 20 2 2 15 30 0\n';

  expect(parseMachineStat(text)).toEqual({ busySeconds: 2, allSeconds: 10.4 });
});

test('a tree is a process and everything below it', () => {
  const process = (pid: number, parent: number) => ({ pid, parent, cpuSeconds: pid / 10 });
  const processes = [process(1, 0), process(10, 1), process(11, 10), process(12, 11), process(20, 1)];

  expect(treeOf(processes, 10).map(({ pid }) => pid)).toEqual([10, 11, 12]);
  expect(treeCpuSeconds(processes, 10)).toBeCloseTo(3.3);
  expect(treeOf(processes, 99)).toEqual([]);
});

test('memory is the resident set size', () => {
  expect(
    parseRss('55d0-7ffe ---p 00000000 00:00 0 [rollup]\nRss:   70000 kB\nPss:   60000 kB\nPss_Dirty: 1 kB\n'),
  ).toBe(71_680_000);
  expect(() => parseRss('')).toThrow('no Rss');
});

test.runIf(process.platform === 'linux')('work is metered on the real /proc', async () => {
  const { result, cpuSeconds, noise } = await meter({ init: 1 }, async () => 'done');

  expect(result).toBe('done');
  expect(cpuSeconds.init).toBeGreaterThanOrEqual(0);
  expect(noise).toBeGreaterThanOrEqual(0);
  expect(noise).toBeLessThanOrEqual(1);
});
