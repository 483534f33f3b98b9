import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendRequest } from './request.js';
import { serveOperator } from './serve.js';
import { livingOperatorSocket, operatorSockets } from './socket-path.js';

let dataDir: string;
const warnings: unknown[] = [];
const log = { warn: (...of: unknown[]) => void warnings.push(of) };
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'palaver-operator-'));
  warnings.length = 0;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const serve = (name: string) => serveOperator(dataDir, log, (_, res) => res.end(name));

/** Which service answers the operator. */
async function asked(): Promise<string | null> {
  const socketPath = await livingOperatorSocket(dataDir);
  return socketPath && (await sendRequest({ socketPath }, 'GET', '/health')).text;
}

test('services that begin at the same moment in one folder all listen, and the operator reaches one that lives', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const services = await Promise.all(names.map(serve));
  expect(await operatorSockets(dataDir)).toHaveLength(4);
  const reached = new Set<string | null>();
  for (const service of services) {
    reached.add(await asked());
    await service.close();
  }
  expect(reached.size).toBeGreaterThan(0);
  expect([...reached].every((name) => name !== null && names.includes(name))).toBe(true);
  expect([await asked(), warnings]).toEqual([null, []]);
});

test('the socket of a service that was killed is passed over, and the next start removes it', async () => {
  const killed = await serve('killed');
  const [path = ''] = await operatorSockets(dataDir);
  await rename(path, `${path}.kept`);
  await killed.close();
  await rename(`${path}.kept`, path);
  expect([await asked(), await operatorSockets(dataDir)]).toEqual([null, [path]]);
  const next = await serve('next');
  expect(await asked()).toBe('next');
  expect(await readdir(join(dataDir, 'operator'))).toHaveLength(1);
  await next.close();
});

test('a data folder with a path that is too long for a socket is named in a warning', async () => {
  dataDir = join(dataDir, 'x'.repeat(100));
  await (await serve('far')).close();
  expect(JSON.stringify(warnings)).toContain('DATA_DIR is too long');
});
