import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { untilAtRest } from './rest.js';

/** Does something until it is told to stop, and nothing after that. */
const BUSY = `
  let isBusy = true;
  process.stdin.once('data', () => { isBusy = false; process.stdin.pause(); setInterval(() => {}, 1e6); });
  (function work() { const until = Date.now() + 50; while (Date.now() < until); if (isBusy) setImmediate(work); })();
  console.log('busy');`;

test('a process that works is waited for, for as long as it is asked for, and one that rests is not', async () => {
  const child = spawn(process.execPath, ['-e', BUSY], { stdio: ['pipe', 'pipe', 'inherit'] });
  const pid = child.pid ?? 0;
  await once(child.stdout, 'data');
  const began = performance.now();
  await untilAtRest(pid, 2_000);
  expect(performance.now() - began).toBeGreaterThanOrEqual(2_000);

  let isAtRest = false;
  const rest = untilAtRest(pid).then(() => {
    isAtRest = true;
  });
  expect(isAtRest).toBe(false);
  child.stdin.write('rest');
  await rest;
  child.kill();
});
