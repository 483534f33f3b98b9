import { inspect } from 'node:util';
import { Event, publicError } from '@palaver/core';
import { createWorld, type TestUser, type World } from '@palaver/core/testing';
import { TRPCError } from '@trpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTIONS, type ActionName } from './support/actions.js';
import { GONE_RECEIVER } from './support/gone-receiver.js';
import { type Action, beginHistory, type History, NothingToPick } from './support/history.js';
import { observeAll } from './support/observer.js';
import type { Observer } from './support/observing.js';
import { procedureNames } from './support/procedures.js';
import { SCENARIO } from './support/scenario.js';

/** How many random histories are tried. */
const RUNS = Number(process.env.STATE_RUNS ?? 15);

let world: World;
let people: [TestUser, ...TestUser[]];
let bot: History['bot'];
/** The kinds of events that some view has applied. */
const applied = new Set<string>();
/** The reads of which some view has been compared with a fresh answer. */
const compared = new Set<string>();

beforeAll(async () => {
  world = await createWorld({ webhookSender: GONE_RECEIVER });
  people = [await world.person('alice'), await world.person('bob'), await world.person('carol')];
  const [owner] = people;
  const created = await owner.call.bots.create({ username: 'helper' });
  const { call } = world.userWithToken(created.bot.id, created.token);
  bot = { owner, id: created.bot.id, call };
});
afterAll(() => world.close());

// The last one is about all before it.
describe('an answer with the events after it equals a fresh answer', { shuffle: false }, () => {
  test('after every action in turn', async () => {
    const history = await beginHistory(world, people, bot);
    const observers = await observeEveryone(history);
    for (const [index, [who, action, a, b]] of SCENARIO.entries()) {
      world.clock.advance(1);
      await ACTIONS[action](history, personAt(who), a, b);
      if (index % 6 === 0) observers.push(...(await observeEveryone(history)));
    }
    await compareAll(observers, 1);
  });

  test('after random concurrent actions and reads, in any interleaving of the streams', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(BATCH, { minLength: 4, maxLength: 12 }), fc.nat(), async (batches, seed) => {
        const history = await beginHistory(world, people, bot);
        const observers: Observer[] = [];
        for (const batch of batches) {
          world.clock.advance(1);
          const steps = batch.map(async ([who, action, a, b]) => {
            if (action === 'observe') observers.push(...(await observeAll(personAt(who))));
            else await attempt(history, personAt(who), ACTIONS[action], a, b);
          });
          await Promise.all(steps);
        }
        await compareAll(observers, seed);
        await Promise.allSettled(
          people.flatMap(({ call }) => history.servers.map((serverId) => call.servers.delete({ serverId }))),
        );
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  test('when it is read again and again while a channel is busy', async () => {
    const history = await beginHistory(world, people, bot);
    for (const action of ['send', 'send', 'reply'] as const) await ACTIONS[action](history, people[0], 0, 0);
    const observers: Observer[] = [];
    const acting = people.map(async (who) => {
      for (let n = 0; n < 25; n++) {
        for (const action of BUSY) await attempt(history, who, ACTIONS[action], 0, n);
      }
    });
    const reading = people.map(async (who) => {
      for (let n = 0; n < 5; n++) observers.push(...(await observeAll(who)));
    });
    await Promise.all([...acting, ...reading]);
    await compareAll(observers, 1);
  });

  test('for every kind of event and every read that carries Stream-Seq', () => {
    const types = Event.options.map(({ shape }) => shape.type.value).filter((type) => !OF_BOTS.has(type));
    expect([...applied].sort()).toEqual(types.sort());
    expect([...compared].sort()).toEqual(
      [...procedureNames(({ snapshot }) => snapshot), 'messages.list, an older page'].sort(),
    );
  });
});

/** They are in the streams of bots alone, which nobody here follows. */
const OF_BOTS = new Set(['interaction.created']);

const BUSY = ['reply', 'react', 'unreact', 'joinChannel', 'leaveChannel', 'updateMe'] as const;

const NAMES = Object.keys(ACTIONS).filter((name): name is ActionName => name in ACTIONS);
const FREQUENT: ActionName[] = [
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
  fc.constantFrom<ActionName | 'observe'>(...NAMES, ...FREQUENT, 'observe', 'observe', 'observe'),
  fc.nat(1_000),
  fc.nat(1_000),
);
const BATCH = fc.array(STEP, { minLength: 1, maxLength: 7 });

const personAt = (n: number): TestUser => people[n % people.length] ?? people[0];

async function observeEveryone(history: History): Promise<Observer[]> {
  return (await Promise.all(history.people.map(observeAll))).flat();
}

/** Does an action that the service may refuse, but must not answer with a deadlock or an internal error. */
async function attempt(history: History, who: TestUser, action: Action, a: number, b: number): Promise<void> {
  try {
    await action(history, who, a, b);
  } catch (error) {
    if (error instanceof TRPCError)
      expect(publicError(error).code, inspect(error)).not.toMatch(/^(BUSY|INTERNAL)$/);
    else expect(error).toBeInstanceOf(NothingToPick);
  }
}

async function compareAll(observers: readonly Observer[], seed: number): Promise<void> {
  // A server is told of a changed profile, and an inbox of a message, after it (docs/state.md).
  await world.services.background.idle();
  await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
  let random = seed;
  const choose = (below: number) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return random % below;
  };
  const logs = new Map<string, Event[]>();
  const current: Observer[] = [];
  for (const observer of observers) current.push(...(await catchUp(logs, observer, choose)));
  for (const observer of current) {
    const fresh = await observer.refresh();
    if (fresh === null) continue;
    compared.add(observer.read);
    expect(resultOf(observer)).toEqual(resultOf(fresh));
  }
}

const resultOf = ({ read, userId, cursors, compared: state }: Observer) => ({ read, userId, cursors, state });

/**
 * Applies the events of a view's streams to it, in a random interleaving, until there are no more. Where an event says so,
 * the view is read again; the result is empty where the service refuses that.
 */
async function catchUp(
  logs: Map<string, Event[]>,
  first: Observer,
  choose: (below: number) => number,
): Promise<Observer[]> {
  let observer = first;
  for (;;) {
    await readLogs(logs, Object.keys(observer.cursors));
    const next = Object.entries(observer.cursors).flatMap(([id, seq]) => logs.get(id)?.[seq] ?? []);
    const event = next[choose(next.length)];
    if (event === undefined) return [observer];
    applied.add(event.type);
    observer.apply(event);
    if (!observer.stale) continue;
    const again = await observer.refresh();
    if (again === null) return [];
    observer = again;
  }
}

/** Logs are dense from 1, so the index of an event is the cursor before it. */
async function readLogs(logs: Map<string, Event[]>, ids: readonly string[]): Promise<void> {
  const unread = ids.filter((id) => !logs.has(id));
  await Promise.all(unread.map(async (id) => logs.set(id, await world.log({ id }))));
}
