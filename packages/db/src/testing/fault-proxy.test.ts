import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
