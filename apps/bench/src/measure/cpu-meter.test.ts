import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { meter } from './cpu-meter.js';

/** Takes this much of the CPU, in microseconds, and then rests until it is killed. */
const WORK = `while (process.cpuUsage().user < 300_000); console.log('done'); setInterval(() => {}, 1e6);`;

test.runIf(process.platform === 'linux')('meters the real /proc', async () => {
  const child = spawn('sh', ['-c', `read go && exec '${process.execPath}' -e "${WORK}"`]);
  const { result, cpuSeconds, noise } = await meter({ child: child.pid ?? 0 }, async () => {
    child.stdin.write('go\n');
    return String((await once(child.stdout, 'data'))[0]);
  });
  child.kill();

  expect(result).toBe('done\n');
  expect(cpuSeconds.child).toBeGreaterThanOrEqual(0.25);
  expect(noise).toBeLessThan(1);
});
