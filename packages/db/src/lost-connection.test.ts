import { connect as connectSocket, type Socket } from 'node:net';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from './connection.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';
import { isOutcomeUnknown, isTransient } from './transient.js';

// The fixes 1 to 4, 15 and 16 of the patched driver (docs/decisions.md).
let database: TestDatabase;
let sql: Sql;
let killer: Sql;
let sockets: Socket[];

beforeAll(async () => {
  database = await createTestDatabase();
  killer = connect(database.connection, { max: 1 });
  await killer`create table notes (who text)`;
});
afterAll(async () => {
  await killer.end();
  await database.drop();
});
beforeEach(() => {
  sockets = [];
  const { path, host, port } = killer.options;
  const open = () => {
    const socket = path ? connectSocket(path) : connectSocket({ host: host[0], port: port[0] ?? 5432 });
    sockets.push(socket);
    return socket;
  };
  // One connection, so that the next statement needs the one that was lost. The driver's types do not name `socket`.
  const options = { max: 1, socket: open };
  sql = connect(database.connection, options);
});
afterEach(() => sql.end({ timeout: 1 }));

/** A promise and what resolves it (`Promise.withResolvers` is newer than Node 20). */
function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const backendOf = async (on: Sql | TransactionSql) =>
  (await on<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;

async function kill(pid: number): Promise<void> {
  await killer`select pg_terminate_backend(${pid}, 5000)`;
}

/** What became of a promise, as a value, so that nothing is left unhandled. */
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    () => 'failed',
  );

/** Begins a transaction with one long statement; `started` is the pid of its backend. */
function sleepInTransaction() {
  const started = deferred<number>();
  const outcome = outcomeOf(
    sql.begin(async (tx) => {
      started.resolve(await backendOf(tx));
      await tx`select pg_sleep(4)`;
    }),
  );
  return { started: started.promise, outcome };
}

test('when a connection dies during a statement, its transaction fails and a new connection takes over', async () => {
  const { started, outcome } = sleepInTransaction();

  await kill(await started);

  expect(await outcome).toBe('failed');
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('when a connection is reset, its transaction fails and a new connection takes over', async () => {
  const { started, outcome } = sleepInTransaction();

  await started;
  // A reset is an 'error' before the 'close'.
  sockets.at(-1)?.destroy(new Error('read ECONNRESET'));

  expect(await outcome).toBe('failed');
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  expect(await sql`select 2 as two`).toEqual([{ two: 2 }]);
});

test('statements that wait inside a transaction are rejected when its connection dies', async () => {
  const started = deferred<number>();
  const statements: Promise<string>[] = [];
  const transaction = outcomeOf(
    sql.begin(async (tx) => {
      const pid = await backendOf(tx);
      // While the driver waits for the description of a statement with parameters, it keeps the next ones back.
      statements.push(outcomeOf(tx`select pg_sleep(${4})`), outcomeOf(tx`select 1`));
      started.resolve(pid);
      await Promise.all(statements);
    }),
  );

  await kill(await started.promise);

  expect(await transaction).toBe('failed');
  expect(await Promise.all(statements)).toEqual(['failed', 'failed']);
});

test('when a connection closes before a statement is written, the statement fails and a new connection takes over', async () => {
  await sql`select 1`;
  const [socket] = sockets;
  const outcome = outcomeOf(sql`select 2`);

  // By now the driver has taken the statement; it writes in the next phase of the event loop. Node closes a socket
  // between the two only rarely, so the event is made here.
  await new Promise(process.nextTick);
  socket?.emit('close', false);
  socket?.destroy();

  expect(await outcome).toBe('failed');
  expect(await sql`select 3 as three`).toEqual([{ three: 3 }]);
});

test('a statement for a connection that has closed is rejected, and does not end the process', async () => {
  const reserved = await sql.reserve();
  const closed = new Promise((resolve) => sockets.at(-1)?.once('close', resolve));

  await kill(await backendOf(reserved));
  await closed;

  expect(await outcomeOf(reserved`select 1`)).toBe('failed');
});

test('nothing of a transaction is written after its connection has died', async () => {
  const started = deferred<number>();
  const lost = deferred<void>();
  const outcome = outcomeOf(
    sql.begin(async (tx) => {
      started.resolve(await backendOf(tx));
      await lost.promise;
      await tx`insert into notes values ('lost transaction')`;
    }),
  );

  await kill(await started.promise);
  await sql`insert into notes values ('next statement')`;
  lost.resolve();

  expect(await outcome).toBe('failed');
  expect(await sql`select who from notes`).not.toContainEqual({ who: 'lost transaction' });
});

test('a connection to a server that has become read-only is closed, and its error passes', async () => {
  const first = await backendOf(sql);
  await sql`set default_transaction_read_only = on`;
  const refused: unknown = await sql`insert into notes values ('x')`.catch((error: unknown) => error);
  expect([isTransient(refused), isOutcomeUnknown(refused)]).toEqual([true, false]);
  await sql`insert into notes values ('on another connection')`;
  expect(await backendOf(sql)).not.toBe(first);
});

test('an answer that ends in an error after some rows leaves nothing in the answers after it', async () => {
  const failing = outcomeOf(sql`select 1 / (4 - i) from generate_series(1, 10) i`);
  const behind = sql`select i from generate_series(1, 2) i`;
  expect(await failing).toBe('failed');
  expect([...(await behind)]).toStrictEqual([{ i: 1 }, { i: 2 }]);
  expect([...(await sql`select 1 as one`)]).toStrictEqual([{ one: 1 }]);
});

test('nor does one that ends with its connection', async () => {
  const pid = await backendOf(sql);
  const rowsCame = deferred<void>();
  let bytes = 0;
  sockets.at(-1)?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > 20_000) rowsCame.resolve();
  });
  const outcome = outcomeOf(
    sql`select repeat('x', 10000), case i when 5 then pg_sleep(10) end from generate_series(1, 5) i`,
  );

  await rowsCame.promise;
  await kill(pid);

  expect(await outcome).toBe('failed');
  expect([...(await sql`select 1 as one`)]).toStrictEqual([{ one: 1 }]);
});
