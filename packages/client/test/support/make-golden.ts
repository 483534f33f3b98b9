import {
  createKeyedWrites,
  createWorld,
  type Golden,
  KEYED_WRITES,
  type RecordedRead,
  UNLIMITED,
} from '@palaver/core/testing';
import { tables } from '@palaver/db';
import { ACTIONS } from './actions.js';
import { GONE_RECEIVER } from './gone-receiver.js';
import { beginHistory } from './history.js';
import { observeAll } from './observer.js';
import { recordingUser } from './recorded-reads.js';
import { SCENARIO } from './scenario.js';

/** After this many actions there is a message, a reply and a reaction to read. */
const ACTIONS_BEFORE = 10;

/** What the service stores and answers today, in a scenario with every kind of event. */
export async function makeGolden(): Promise<Golden> {
  return { ...(await runScenario()), answers: await storedAnswers() };
}

async function runScenario(): Promise<Pick<Golden, 'frames' | 'reads'>> {
  const world = await createWorld({ webhookSender: GONE_RECEIVER });
  try {
    const [alice, bob, carol] = [
      await world.person('alice'),
      await world.person('bob'),
      await world.person('carol'),
    ];
    const { bot, token } = await alice.call.bots.create({ username: 'helper' });
    const people = [alice, bob, carol] as const;
    const history = await beginHistory(world, people, {
      owner: alice,
      id: bot.id,
      call: world.userWithToken(bot.id, token).call,
    });
    const run = async (steps: typeof SCENARIO) => {
      for (const [who, action, a, b] of steps) {
        world.clock.advance(1);
        await ACTIONS[action](history, people[who] ?? alice, a, b);
      }
      await world.services.background.idle();
      await ACTIONS.deliver(history);
    };
    await run(SCENARIO.slice(0, ACTIONS_BEFORE));
    let reads: Record<string, RecordedRead> = {};
    const before = reads;
    const reader = recordingUser(bob, (request, read) => {
      reads[request] = read;
    });
    const observers = await observeAll(reader);
    await run(SCENARIO.slice(ACTIONS_BEFORE));
    reads = {};
    for (const observer of observers) await observer.refresh();
    const rows = await world.services.db.select().from(tables.events);
    // The clock does not run backwards within a stream, so this order is also that of each stream.
    rows.sort((x, y) => x.createdAt.getTime() - y.createdAt.getTime() || x.seq - y.seq);
    return {
      frames: rows.map(({ frame }) => JSON.parse(frame)),
      reads: { userId: bob.id, before, after: reads },
    };
  } finally {
    await world.close();
  }
}

/** The stored answer of every procedure with a key: a retry gets what was stored. */
async function storedAnswers(): Promise<Golden['answers']> {
  const world = await createWorld({ quotas: UNLIMITED, webhookSender: GONE_RECEIVER });
  try {
    const writes = await createKeyedWrites(world);
    const answers: Record<string, unknown> = {};
    for (const name of KEYED_WRITES) {
      const { who, request } = await writes.prepare(name);
      await request(who.withKey(name).call);
      answers[name] = await request(who.withKey(name).call);
    }
    return answers;
  } finally {
    await world.close();
  }
}
