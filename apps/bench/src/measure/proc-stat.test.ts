import { expect, test } from 'vitest';
import { parseMachineStat, parseProcessStat, treeCpuSeconds, treeOf } from './proc-stat.js';

test('parses a process whose name contains parentheses, and adds the CPU time of its children', () => {
  const text =
    '4711 (a) b (c) S 42 4711 4711 0 -1 4194560 6150 2000 0 0 150 50 30 20 20 0 11 0 9000 1000000 9999 18446744073709551615';

  expect(parseProcessStat(text)).toEqual({ pid: 4711, parent: 42, cpuSeconds: 2.5 });
});

test('counts all time as busy except idle time and waiting for disks', () => {
  const text = 'cpu  100 10 50 800 40 5 5 30 60 0\ncpu0 50 5 25 400 20 2 2 15 30 0\n';

  expect(parseMachineStat(text)).toEqual({ busySeconds: 2, allSeconds: 10.4 });
});

test('finds a process and its descendants', () => {
  const process = (pid: number, parent: number) => ({ pid, parent, cpuSeconds: pid / 10 });
  const processes = [process(1, 0), process(10, 1), process(11, 10), process(12, 11), process(20, 1)];

  expect(treeOf(processes, 10).map(({ pid }) => pid)).toEqual([10, 11, 12]);
  expect(treeCpuSeconds(processes, 10)).toBeCloseTo(3.3);
  expect(treeOf(processes, 99)).toEqual([]);
});
