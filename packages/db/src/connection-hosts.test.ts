import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { connect, withDatabase } from './connection.js';
import { readDatabaseUrl, writeDatabaseUrl } from './connection-hosts.js';

const SEVERAL = 'postgres://u:p@one:5432,two:6543/chat?target_session_attrs=read-write';

test.each([
  [SEVERAL, 'one'],
  ['postgresql://one,two,three/chat', 'one'],
  ['postgres://u:p@[::1]:5432,10.0.0.1:5433/chat', '[::1]'],
  ['postgres://u@one:5432/chat', 'one'],
  ['postgresql://localhost/chat?host=%2Frun', 'localhost'],
])('%s is read and written with all hosts', (text, first) => {
  const read = readDatabaseUrl(text);
  expect(read.url.hostname).toBe(first);
  expect(writeDatabaseUrl(read)).toBe(text);
});

test.each(['postgres://a b:5432,c/x', 'postgres://a:port,c/x', 'nonsense'])('%s is no URL', (text) => {
  expect(() => readDatabaseUrl(text)).toThrow();
});

test('another database is on the same hosts', () => {
  expect(withDatabase({ url: SEVERAL }, 'other')).toEqual({
    url: 'postgres://u:p@one:5432,two:6543/other?target_session_attrs=read-write',
  });
});

test('the driver knows all hosts', async () => {
  const sql = connect({ url: SEVERAL });
  expect(sql.options).toMatchObject({
    host: ['one', 'two'],
    port: [5432, 6543],
    database: 'chat',
    user: 'u',
    pass: 'p',
  });
  await sql.end();
});

test('with all hosts away, a query fails, after each was tried', async () => {
  const attempts = [0, 0];
  const servers = await Promise.all(
    attempts.map(async (_none, index) => {
      const server = createServer((socket) => {
        attempts[index] = (attempts[index] ?? 0) + 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' ? address?.port : undefined;
  });
  const sql = connect(
    { url: `postgres://u:p@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/x?target_session_attrs=read-write` },
    { max: 1 },
  );
  await expect(sql`select 1`).rejects.toMatchObject({
    code: expect.stringMatching(/CONNECTION_|ECONNRESET/),
  });
  expect(attempts).toEqual([1, 1]);
  await sql.end({ timeout: 0 });
  for (const server of servers) server.close();
});
