import { expect, test } from 'vitest';
import { meter } from './cpu-meter.js';

test.runIf(process.platform === 'linux')('meters the real /proc', async () => {
  const { result, cpuSeconds, noise } = await meter({ init: 1 }, async () => 'done');

  expect(result).toBe('done');
  expect(cpuSeconds.init).toBeGreaterThanOrEqual(0);
  expect(noise).toBeGreaterThanOrEqual(0);
  expect(noise).toBeLessThanOrEqual(1);
});
