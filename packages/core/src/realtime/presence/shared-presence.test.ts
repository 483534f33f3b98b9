import { randomUUID } from 'node:crypto';
import { createDatabase, type DatabaseHandle } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Fleet, untilOnline } from './fleet.fixture.js';

let testDatabase: TestDatabase;
let database: DatabaseHandle;
let fleet: Fleet;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.connection, { max: 10 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await emptyTable();
  fleet = new Fleet(database.db);
});
afterEach(async () => {
  await fleet.end();
  expect(fleet.repeated).toEqual([]);
});

const emptyTable = () => database.sql`truncate presence`;
const rows = async () => (await database.sql`select from presence`).count;
type Killable = ReturnType<Fleet['start']>;

const newIds = (count: number) => Array.from({ length: count }, () => randomUUID()).sort();

test('a user on two nodes comes online once and goes offline once', async () => {
  const [server, bob, ...ids] = newIds(4) as [string, string, string, string];
  const [one, two] = ids.map((id) => fleet.start(id)) as [Killable, Killable];
  for (const node of [one, two]) node.watch(server);
  one.presence.enter(server, bob);
  two.presence.enter(server, bob);
  for (const node of [one, two]) await untilOnline(node, server, [...ids, bob]);
  one.presence.leave(server, bob);
  await expect.poll(rows, { interval: 5 }).toBe(3);
  for (const node of [one, two]) expect(node.online(server)).toContain(bob);
  two.presence.leave(server, bob);
  for (const node of [one, two]) await untilOnline(node, server, ids);
});

test('a node that is alone writes nothing; with a second both know who is online on either, and alone again it forgets', async () => {
  const [server, bob, carol, first, second] = newIds(5) as [string, string, string, string, string];
  const one = fleet.start(first);
  one.watch(server);
  one.presence.enter(server, bob);
  await untilOnline(one, server, [first, bob]);
  expect(await rows()).toBe(0);

  const two = fleet.start(second);
  two.presence.enter(server, carol);
  two.watch(server);
  for (const node of [one, two]) await untilOnline(node, server, [first, second, bob, carol]);
  expect(await rows()).toBe(4);

  await two.kill();
  await untilOnline(one, server, [first, bob]);
  await expect.poll(rows, { interval: 5 }).toBe(0);
  one.presence.leave(server, bob);
  await untilOnline(one, server, [first]);
  expect(await rows()).toBe(0);
});

test('who connects to another node in time after the death of the first stays online', async () => {
  const [server, bob, ...ids] = newIds(5) as [string, string, ...string[]];
  const [one, two, three] = ids.map((id) => fleet.start(id)) as [Killable, Killable, Killable];
  one.presence.enter(server, bob);
  for (const node of [two, three]) node.watch(server);
  for (const node of [two, three]) await untilOnline(node, server, [...ids.slice(1), bob]);
  await one.kill();
  two.presence.enter(server, bob);
  // The rows of the dead node go, and bob has one of his own then.
  await expect.poll(rows, { interval: 5 }).toBe(3);
  for (const node of [two, three]) expect(node.online(server)).toContain(bob);
});

test('the users of a node that hands its connections over stay online until it is gone for a while', async () => {
  const [server, bob, ...ids] = newIds(4) as [string, string, ...string[]];
  const [one, two] = ids.map((id) => fleet.start(id)) as [Killable, Killable];
  one.presence.enter(server, bob);
  two.watch(server);
  await untilOnline(two, server, [two.id, bob]);
  one.presence.handOver();
  one.presence.leave(server, bob);
  // Some ticks later it would have removed the row.
  two.presence.enter(server, one.id);
  await untilOnline(two, server, [...ids, bob]);
  two.presence.leave(server, one.id);
  await untilOnline(two, server, [two.id, bob]);
  await one.kill();
  await untilOnline(two, server, [two.id]);
});

interface Step {
  readonly kind: 'enter' | 'leave' | 'kill' | 'start' | 'empty' | 'wait';
  readonly node: number;
  readonly user: number;
  readonly server: number;
}

const steps = (kinds: ReadonlyArray<Step['kind']>) =>
  fc.array(
    fc.record({ kind: fc.constantFrom(...kinds), node: fc.nat(2), user: fc.nat(4), server: fc.nat(1) }),
    { maxLength: 40 },
  );
const CONNECTS = ['enter', 'enter', 'enter', 'leave', 'leave', 'leave', 'wait'] as const;
const FAULTS = ['kill', 'start', 'empty'] as const;

test.each([
  // Notices alone must be enough.
  { name: 'connections', kinds: CONNECTS, round: 3_600_000 },
  { name: 'connections, nodes and rows', kinds: [...CONNECTS, ...FAULTS], round: 200 },
])('whatever $name come and go, all subscribers end with the union and hear nothing twice', async (given) => {
  const property = fc.asyncProperty(steps(given.kinds), async (taken) => {
    await emptyTable();
    fleet = new Fleet(database.db, given.round);
    const model = new Model();
    for (const step of taken) await model.take(step);
    await model.untilAllKnow();
    await fleet.end();
    expect(fleet.repeated).toEqual([]);
  });
  await fc.assert(property, { numRuns: 25 });
});

/** Three places for nodes, and who should be online. */
class Model {
  readonly #users = newIds(5);
  readonly #servers = newIds(2);
  readonly #nodes: Array<{ id: string; node: Killable; here: Array<[string, string]> } | null> = [
    null,
    null,
    null,
  ];

  constructor() {
    this.start(0);
    this.start(1);
  }

  start(at: number): void {
    if (this.#nodes[at]) return;
    const id = randomUUID();
    const node = fleet.start(id);
    this.#nodes[at] = { id, node, here: this.#servers.map((server) => [server, id]) };
    for (const server of this.#servers) node.watch(server);
  }

  async take({ kind, node, user, server }: Step): Promise<void> {
    if (kind === 'enter') this.enter(node, user, server);
    if (kind === 'leave') this.leave(node, user, server);
    if (kind === 'kill') await this.kill(node);
    if (kind === 'start') this.start(node);
    if (kind === 'empty') await emptyTable();
    // Some ticks have been meanwhile, or none.
    if (kind === 'wait') for (let turn = 0; turn < user * 4; turn++) await rows();
  }

  enter(at: number, user: number, server: number): void {
    const pair = this.#pair(user, server);
    this.#nodes[at]?.here.push(pair);
    this.#nodes[at]?.node.presence.enter(...pair);
  }

  leave(at: number, user: number, server: number): void {
    const pair = this.#pair(user, server);
    const here = this.#nodes[at]?.here ?? [];
    const found = here.findIndex((other) => other.join() === pair.join());
    if (found < 0) return;
    here.splice(found, 1);
    this.#nodes[at]?.node.presence.leave(...pair);
  }

  async kill(at: number): Promise<void> {
    await this.#nodes[at]?.node.kill();
    this.#nodes[at] = null;
  }

  async untilAllKnow(): Promise<void> {
    const living = this.#nodes.flatMap((place) => place?.node ?? []);
    for (const server of this.#servers) {
      for (const node of living) await untilOnline(node, server, this.#online(server));
    }
  }

  #online(server: string): string[] {
    return this.#nodes
      .flatMap((living) => living?.here ?? [])
      .flatMap(([of, user]) => (of === server ? [user] : []));
  }

  #pair(user: number, server: number): [string, string] {
    return [this.#servers[server] ?? '', this.#users[user] ?? ''];
  }
}

test('a user is idle while they are on all nodes, and an invisible one is on none', async () => {
  const [server, bob, ...ids] = newIds(4) as [string, string, string, string];
  const [one, two] = ids.map((id) => fleet.start(id)) as [Killable, Killable];
  for (const node of [one, two]) node.watch(server);
  const untilIdle = (userIds: string[]) =>
    Promise.all(
      [one, two].map((node) => expect.poll(() => node.idle(server), { interval: 5 }).toEqual(userIds)),
    );
  one.presence.enter(server, bob);
  two.presence.enter(server, bob, 'idle');
  for (const node of [one, two]) await untilOnline(node, server, [...ids, bob]);
  await untilIdle([]);
  one.presence.change(server, bob, 'active', 'idle');
  await untilIdle([bob]);
  two.presence.change(server, bob, 'idle', 'active');
  await untilIdle([]);
  one.presence.change(server, bob, 'idle', 'hidden');
  two.presence.change(server, bob, 'active', 'hidden');
  for (const node of [one, two]) await untilOnline(node, server, ids);
  expect(one.presence.usersHere(server)).not.toContain(bob);
  one.presence.change(server, bob, 'hidden', 'active');
  for (const node of [one, two]) await untilOnline(node, server, [...ids, bob]);
});
