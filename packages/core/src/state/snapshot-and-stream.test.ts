import { tables } from '@palaver/db';
import { TRPCError } from '@trpc/server';
import { asc, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicError } from '../kernel/errors/error-shape.js';
import { Event } from '../protocol/events.js';
import { createWorld, type Someone, type World } from '../testing/world.js';
import { beginLife, DEEDS, type Deed, type Life } from './life.fixture.js';
import { type Watch, watchAll } from './watch.fixture.js';

let world: World;
let people: [Someone, ...Someone[]];
let bot: Life['bot'];
/** The kinds of events that some view has taken in. */
const takenIn = new Set<string>();
const compared = new Map<string, number>();

beforeAll(async () => {
  world = await createWorld();
  people = [await world.person('alice'), await world.person('bob'), await world.person('carol')];
  const [owner] = people;
  const made = await owner.call.bots.create({ username: 'helper' });
  bot = { owner, id: made.bot.id };
});
afterAll(() => world.close());

describe('a snapshot and the events after it are the state now', () => {
  test('after one of everything', async () => {
    const life = await beginLife(world, people, bot);
    const watches: Watch[] = await watchEveryone(life);
    for (const [index, [who, deed, a, b]] of TOUR.entries()) {
      await succeeds(life, who, DEEDS[deed], a, b);
      if (index % 6 === 0) watches.push(...(await watchEveryone(life)));
    }
    await compare(watches, 1);
  });

  test('whoever does what at the same time, whenever it is taken, however the streams mingle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(BATCH, { minLength: 4, maxLength: 12 }), fc.nat(), async (batches, seed) => {
        const life = await beginLife(world, people, bot);
        const watches: Watch[] = [];
        for (const batch of batches) {
          world.clock.advance(1);
          const steps = batch.map(async ([who, deed, a, b]) => {
            if (deed !== 'watch') return attempt(life, who, DEEDS[deed], a, b);
            watches.push(...(await watchAll(personAt(life, who))));
          });
          await Promise.all(steps);
        }
        await compare(watches, seed);
        await Promise.allSettled(
          people.flatMap(({ call }) => life.servers.map((serverId) => call.servers.delete({ serverId }))),
        );
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 240_000);

  test('taken again and again while a channel is busy', async () => {
    const life = await beginLife(world, people, bot);
    for (const deed of ['send', 'send', 'reply'] as const) await DEEDS[deed](life, people[0], 0, 0);
    const watches: Watch[] = [];
    const busy = people.map(async (who) => {
      for (let n = 0; n < 25; n++) {
        for (const deed of BUSY) await attempt(life, people.indexOf(who), DEEDS[deed], 0, n);
      }
    });
    const watching = people.map(async (who) => {
      for (let n = 0; n < 5; n++) watches.push(...(await watchAll(who)));
    });
    await Promise.all([...busy, ...watching]);
    await compare(watches, 1);
  }, 60_000);

  test('and no kind of event and no read has been left out', () => {
    expect([...takenIn].sort()).toEqual(Event.options.map(({ shape }) => shape.type.value).sort());
    expect(Object.fromEntries(compared)).toEqual(
      Object.fromEntries(READS.map((name) => [name, expect.any(Number)])),
    );
  });
});

const RUNS = Number(process.env.STATE_RUNS ?? 15);

const BUSY = ['reply', 'react', 'unreact', 'joinChannel', 'leaveChannel', 'updateMe'] as const;

const READS = [
  ...['me', 'servers.list', 'dms.list', 'servers.get', 'servers.members', 'groups.list', 'channels.list'],
  ...[
    'preference of a server',
    'messages.list',
    'messages.list before a message',
    'channels.get',
    'channels.members',
  ],
  ...['preference of a channel', 'messages.get', 'messages.thread'],
];

type Name = keyof typeof DEEDS;
const NAMES = Object.keys(DEEDS).filter((name): name is Name => name in DEEDS);
const FREQUENT: Name[] = [
  'send',
  'reply',
  'react',
  'addToChannel',
  'acceptInvite',
  'updateMe',
  'addToChannel',
];
const STEP = fc.tuple(
  fc.nat(2),
  fc.constantFrom<Name | 'watch'>(...NAMES, ...FREQUENT, 'watch', 'watch', 'watch'),
  fc.nat(1_000),
  fc.nat(1_000),
);
const BATCH = fc.array(STEP, { minLength: 1, maxLength: 7 });

/** Every kind of event, from a person who may cause it: 0 is the owner. Channel 0 is public, channel 1 is private. */
const TOUR: ReadonlyArray<readonly [number, Name, number, number]> = [
  [0, 'addToChannel', 1, 1],
  [1, 'joinChannel', 0, 0],
  [1, 'send', 0, 1],
  [2, 'send', 0, 2],
  [2, 'sendFile', 0, 2],
  [1, 'reply', 0, 3],
  [2, 'reply', 0, 4],
  [2, 'deleteMessage', 4, 0],
  [1, 'edit', 0, 5],
  [1, 'react', 0, 0],
  [2, 'react', 0, 0],
  [1, 'unreact', 0, 0],
  [1, 'send', 1, 6],
  [0, 'createGroup', 0, 1],
  [0, 'updateGroup', 0, 2],
  [0, 'placeChannel', 0, 0],
  [0, 'placeChannel', 1, 0],
  [0, 'deleteGroup', 0, 0],
  [0, 'createChannel', 0, 1],
  [0, 'createChannel', 0, 2],
  [0, 'updateChannel', 0, 1],
  [0, 'updateChannel', 1, 2],
  [0, 'addBot', 0, 0],
  [0, 'updateBot', 1, 0],
  [0, 'addToChannel', 0, 3],
  [0, 'removeFromChannel', 1, 1],
  [0, 'deleteChannel', 2, 0],
  [0, 'deleteChannel', 3, 0],
  [0, 'renameServer', 0, 1],
  [0, 'changeRole', 0, 2],
  [1, 'updateMe', 1, 1],
  [2, 'updateMe', 1, 3],
  [1, 'preferServer', 0, 1],
  [1, 'preferChannel', 0, 1],
  [1, 'openDm', 0, 2],
  [2, 'sendDm', 0, 1],
  [1, 'leaveServer', 0, 0],
  [1, 'acceptInvite', 0, 0],
  [0, 'changeRole', 3, 1],
  [0, 'createServer', 0, 1],
  [1, 'acceptInvite', 1, 0],
  [0, 'deleteServer', 1, 0],
];

const personAt = ({ people: everyone }: Life, n: number): Someone =>
  everyone[n % everyone.length] ?? people[0];

async function watchEveryone(life: Life): Promise<Watch[]> {
  return (await Promise.all(life.people.map((someone) => watchAll(someone)))).flat();
}

async function succeeds(life: Life, who: number, deed: Deed, a: number, b: number): Promise<void> {
  world.clock.advance(1);
  await deed(life, personAt(life, who), a, b);
}

/** A refusal is fine; a deadlock or a fault of ours is not. */
async function attempt(life: Life, who: number, deed: Deed, a: number, b: number): Promise<void> {
  try {
    await deed(life, personAt(life, who), a, b);
  } catch (error) {
    if (error instanceof TRPCError) expect(['BUSY', 'INTERNAL']).not.toContain(publicError(error).code);
    else expect(error).toMatchObject({ message: 'there is nothing of that yet' });
  }
}

async function compare(watches: readonly Watch[], seed: number): Promise<void> {
  let random = seed;
  const choose = (below: number) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return random % below;
  };
  const logs = new Map<string, Event[]>();
  for (const watch of watches) await catchUp(logs, watch, choose);
  for (const watch of watches) {
    const fresh = await watch.again();
    if (fresh === null) continue;
    const [name = ''] = watch.name.split(' of 0');
    compared.set(name, (compared.get(name) ?? 0) + 1);
    const { places, shown } = watch;
    expect({ name: watch.name, places, shown }).toEqual({
      name: watch.name,
      places: fresh.places,
      shown: fresh.shown,
    });
  }
}

/** Feeds a view what its streams bring, in a random mixture of them, until there is no more. */
async function catchUp(
  logs: Map<string, Event[]>,
  watch: Watch,
  choose: (below: number) => number,
): Promise<void> {
  for (;;) {
    await readLogs(logs, Object.keys(watch.places));
    const due = Object.entries(watch.places).flatMap(([id, seq]) => logs.get(id)?.[seq] ?? []);
    const event = due[choose(due.length)];
    if (event === undefined) return;
    takenIn.add(event.type);
    watch.apply(event);
  }
}

/** Logs are dense from 1, so an event's index is the place before it. */
async function readLogs(logs: Map<string, Event[]>, ids: readonly string[]): Promise<void> {
  const { events } = tables;
  const unread = ids.filter((id) => !logs.has(id));
  if (unread.length === 0) return;
  for (const id of unread) logs.set(id, []);
  const rows = await world.services.db
    .select({ streamId: events.streamId, frame: events.frame })
    .from(events)
    .where(inArray(events.streamId, unread))
    .orderBy(asc(events.streamId), asc(events.seq));
  for (const { streamId, frame } of rows) logs.get(streamId)?.push(Event.parse(JSON.parse(frame)));
}
