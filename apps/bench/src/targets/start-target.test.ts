import { expect, test } from 'vitest';
import { freePort, startTarget } from './start-target.js';

async function start(script: string) {
  const port = await freePort();
  return startTarget({
    name: 'script',
    command: process.execPath,
    args: ['-e', script],
    env: { PORT: String(port) },
    port,
    readyPath: '/ready',
  });
}

test('resolves when the server answers, and stops it', async () => {
  const target = await start(
    "require('http').createServer((q, s) => s.end(q.url)).listen(process.env.PORT, '127.0.0.1')",
  );

  expect(await (await fetch(`${target.url}/path`)).text()).toBe('/path');
  await target.stop();
  await expect(fetch(target.url)).rejects.toThrow('fetch failed');
});

test('rejects when the server ends before it is ready', async () => {
  await expect(start('process.exit(3)')).rejects.toThrow('ended with 3 before it was ready');
});
