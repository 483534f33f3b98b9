import { connect } from '@palaver/db';
import { drizzle } from 'drizzle-orm/postgres-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { appRouter } from '../router.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
});
afterAll(() => world.close());

/** The caller of a person, and the statements that the calls have sent; finding the session is not among them. */
function countingCaller({ token }: TestUser) {
  const statements: string[] = [];
  const sql = connect(world.connection, {
    max: 1,
    fetch_types: false,
    debug: (_connection, query) => statements.push(query),
  });
  const request = { requestId: 'test', token, userAgent: null, idempotencyKey: null };
  const ctx = createContext({ ...world.services, db: drizzle(sql) }, request);
  return { call: createCallerFactory(appRouter)(ctx), statements, close: () => sql.end() };
}

test('a change of a public channel is seven statements, from begin to commit and with the line of the audit log, also when it moves to a group', async () => {
  const { id: serverId } = await createServerWith(alice);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'plans' });
  const { id: groupId } = await alice.call.groups.create({ serverId, name: 'Work' });
  const { call, statements, close } = countingCaller(alice);

  await call.channels.update({ serverId, channelId, name: 'plan-b', topic: 'Plans', groupId });
  expect(statements.at(0)).toMatch(/^begin/);
  expect(statements.at(-1)).toMatch(/^commit/);
  expect(statements).toHaveLength(7);

  await call.channels.update({ serverId, channelId, name: 'plan-b' });
  expect(statements.slice(7), 'a change of nothing').toHaveLength(4);
  await close();
});
