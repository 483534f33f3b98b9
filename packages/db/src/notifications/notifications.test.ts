import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../connection.js';
import {
  createFaultProxy,
  createTestDatabase,
  type FaultProxy,
  type TestDatabase,
} from '../testing/index.js';
import { databaseIdentity } from './database-identity.js';
import { openNotifications, PAYLOAD_BYTES_MAX } from './notifications.js';

let database: TestDatabase;
let other: TestDatabase;
let proxy: FaultProxy;
beforeAll(async () => {
  [database, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  proxy = await createFaultProxy(database.connection);
});
afterAll(async () => {
  await proxy.close();
  await Promise.all([database.drop(), other.drop()]);
});

const listen = async (received: string[], connection = database.connection) =>
  openNotifications(connection, 'test_channel', (payload) => received.push(payload));

test('every connection to the database receives each payload once, in the order of its sender, the sender too', async () => {
  const received: [string[], string[], string[]] = [[], [], []];
  const [a, b, elsewhere] = await Promise.all([
    listen(received[0]),
    listen(received[1]),
    listen(received[2], other.connection),
  ]);
  const payloads = Array.from({ length: 250 }, (_, n) => `{"n": ${n}, "text": "\\"☃\\\\ {},"}`);
  payloads.push('x'.repeat(PAYLOAD_BYTES_MAX));
  await Promise.all(payloads.map((payload) => a.send(payload)));
  await expect.poll(() => received[1].length).toBe(payloads.length);
  expect(received).toEqual([payloads, payloads, []]);
  for (const connection of [a, b, elsewhere]) connection.close();
  await Promise.all([a.closed, b.closed, elsewhere.closed]);
});

test('a connection that is lost says so, and rejects what was under way', async () => {
  const lost = await listen([], proxy.connection);
  proxy.pause();
  const sending = lost.send('lost').catch(() => 'rejected');
  proxy.cut();
  expect(await sending).toBe('rejected');
  await lost.closed;
  await expect(listen([], proxy.connection)).rejects.toThrow();
  proxy.restore();
  const again = await listen([], proxy.connection);
  await again.send('arrives');
  again.close();
});

test('databases of one server have different names, and one has the same for all who ask', async () => {
  const names = await Promise.all(
    [database, database, other].map(async ({ connection }) => {
      const sql = connect(connection, { max: 1 });
      const name = await databaseIdentity(sql);
      await sql.end();
      return name;
    }),
  );
  expect(names[0]).toMatch(/^\d+-\d+$/);
  expect(names[1]).toBe(names[0]);
  expect(names[2]).not.toBe(names[0]);
});
