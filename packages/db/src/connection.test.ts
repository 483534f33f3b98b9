import { expect, test } from 'vitest';
import { connect, connectionUrl, withDatabase } from './connection.js';
import { createTestDatabase } from './testing/index.js';

const onSocket = { host: '/run/a b', port: 5432, user: 'u@x', password: 'p:/?#', database: 'chat' };

test('every session has the time limits, and overrides can lift them', async () => {
  const database = await createTestDatabase();
  const [sql, unlimited] = [
    connect(database.connection, { max: 1 }),
    connect(database.connection, { max: 1, connection: { statement_timeout: 0 } }),
  ];
  const limits = (client: typeof sql) => client`
    SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('application_name') AS name`;

  expect(await limits(sql)).toEqual([{ lock: '2s', statement: '5s', idle: '5s', name: 'palaver' }]);
  expect(await limits(unlimited)).toEqual([{ lock: '2s', statement: '0', idle: '5s', name: 'palaver' }]);
  await Promise.all([sql.end(), unlimited.end()]);
  await database.drop();
});

test('a socket address survives conversion to a URL and back', () => {
  const url = connectionUrl(onSocket);
  const sql = connect({ url });

  expect(sql.options).toMatchObject({
    path: '/run/a b/.s.PGSQL.5432',
    user: 'u@x',
    pass: 'p:/?#',
    database: 'chat',
  });
});

test('a TCP address survives conversion to a URL and back', () => {
  const url = connectionUrl({ ...onSocket, host: 'db.example', port: 6543 });
  const sql = connect({ url });

  expect(sql.options).toMatchObject({
    host: ['db.example'],
    port: [6543],
    user: 'u@x',
    pass: 'p:/?#',
    database: 'chat',
  });
});

test('withDatabase changes only the database', () => {
  expect(withDatabase(onSocket, 'other')).toEqual({ ...onSocket, database: 'other' });
  expect(withDatabase({ url: 'postgresql://u:p@h:1/a?host=%2Frun' }, 'b')).toEqual({
    url: 'postgresql://u:p@h:1/b?host=%2Frun',
  });
});
