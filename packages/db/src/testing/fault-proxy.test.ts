import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect as connectDatabase } from '../connection.js';
import { createFaultProxy, createTestDatabase, type TestDatabase } from './index.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A startup message (Postgres manual, 54.7) of a protocol that no server knows. */
const UNKNOWN_PROTOCOL = Buffer.from([0, 0, 0, 8, 0, 0, 0, 0]);

test('a client that writes after the server has ended its connection does not keep the proxy from closing', async () => {
  const proxy = await createFaultProxy(database.connection);
  if ('url' in proxy.connection) throw new Error('The address of the proxy is its port');
  const client = connect({ port: proxy.connection.port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => {});
  client.write(UNKNOWN_PROTOCOL);
  await once(client.resume(), 'end');
  client.end('too late');
  await expect(proxy.close()).resolves.toBeUndefined();
});

test.each(['cut', 'pause'] as const)('%s of chosen connections leaves the others alone', async (kind) => {
  const proxy = await createFaultProxy(database.connection);
  const open = (name: string) =>
    connectDatabase(proxy.connection, { max: 1, connection: { application_name: name } });
  const [chosen, other] = [open('chosen'), open('other')];
  await Promise.all([chosen`select 1`, other`select 1`]);
  proxy[kind]((name) => name === 'chosen');
  let isOver = false;
  const waiting = chosen`select 1`.then(
    () => 'answered',
    () => 'reset',
  );
  void waiting.then(() => {
    isOver = true;
  });
  await other`select 1`;
  if (kind === 'cut') expect(await waiting).toBe('reset');
  else expect(isOver).toBe(false);
  proxy.restore();
  expect(await waiting).toBe(kind === 'cut' ? 'reset' : 'answered');
  expect(await chosen`select 1 as one`).toEqual([{ one: 1 }]);
  await Promise.all([chosen.end(), other.end()]);
  await proxy.close();
});
