import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '../protocol/events.js';
import { createServerWith } from '../testing/create-server.js';
import { mayBeRefused } from '../testing/expect.js';
import { createPeopleOnNodes, NAMES, type PeopleOnNodes } from '../testing/people-on-nodes.js';
import { type Mark, recount } from './naive-recount.fixture.js';

const RUNS = Number(process.env.READ_STATE_RUNS ?? 12);
const KINDS = [
  'post',
  'post',
  'post',
  'reply',
  'replyToBoth',
  'edit',
  'delete',
  'forward',
  'forward',
  'back',
  'leave',
  'join',
  'kick',
] as const;

/** Who does what: `who` is 0 for the owner, `node` is the node that is asked, `n` chooses a message. */
const STEP = fc.record({
  kind: fc.constantFrom(...KINDS),
  who: fc.nat(2),
  node: fc.nat(1),
  n: fc.nat(50),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;
const BATCHES = fc.array(fc.array(STEP, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 8 });

let nodes: PeopleOnNodes;
beforeAll(async () => {
  nodes = await createPeopleOnNodes();
});
afterAll(() => nodes.close());

/** What the people have done in one channel of one server. */
interface Room {
  readonly serverId: string;
  readonly channelId: string;
  readonly messages: string[];
  readonly marks: Map<string, Mark[]>;
}

async function newRoom(): Promise<Room> {
  const [alice, bob, carol] = [nodes.at(0, 0), nodes.at(0, 1), nodes.at(0, 2)];
  const { id: serverId } = await createServerWith(alice, bob, carol);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'open' });
  await bob.call.channels.join({ serverId, channelId });
  return { serverId, channelId, messages: [], marks: new Map() };
}

async function take({ kind, who, node, n }: Step, room: Room): Promise<void> {
  const person = nodes.at(node, who);
  const { call } = person;
  const { serverId, channelId, messages } = room;
  const messageId = messages[n % messages.length] ?? '';
  switch (kind) {
    case 'post':
      messages.push((await call.messages.send({ channelId, content: `${n}` })).id);
      return;
    case 'reply':
      messages.push((await call.messages.reply({ messageId, content: `${n}` })).id);
      return;
    case 'replyToBoth':
      messages.push((await call.messages.reply({ messageId, content: `${n}`, alsoInChannel: true })).id);
      return;
    case 'edit':
      return void (await call.messages.edit({ messageId, content: `edited ${n}` }));
    case 'delete':
      return void (await call.messages.delete({ messageId }));
    case 'leave':
      return void (await call.channels.leave({ serverId, channelId }));
    case 'join':
      return void (await call.channels.join({ serverId, channelId }));
    case 'kick':
      return void (await nodes
        .at(node, 0)
        .call.channels.removeMember({ serverId, channelId, userId: person.id }));
    default: {
      const { channelSeq } = await call.readState.markRead({ channelId, messageId, unread: kind === 'back' });
      const marks = room.marks.get(person.id) ?? [];
      room.marks.set(person.id, [...marks, { kind, messageId, channelSeq }]);
    }
  }
}

/**
 * Of what one person does at once with a position that is set back, nothing else may move it: which came first is not
 * known.
 */
function withoutRaces(batch: readonly Step[]): Step[] {
  const moves = (kind: Step['kind']) => ['post', 'replyToBoth', 'forward', 'back'].includes(kind);
  return batch.filter(
    (step, index) =>
      !moves(step.kind) ||
      batch.every(
        (other, at) =>
          other.who !== step.who ||
          other.kind !== 'back' ||
          at === index ||
          (step.kind === 'back' && index < at),
      ),
  );
}

test('after anything that people do at once on two nodes, the counts are those of a naive recount', async () => {
  let carriedOn = 0;
  await fc.assert(
    fc.asyncProperty(BATCHES, async (batches) => {
      const room = await newRoom();
      for (const batch of batches) {
        await Promise.all(withoutRaces(batch).map((step) => mayBeRefused(take(step, room))));
        const log = await nodes.worldAt(0).log({ id: room.channelId });
        if (tailOf(room, log)) carriedOn += 1;
        await compare(room, log);
        await readTail(room);
        expect(tailOf(room, log)).not.toBeNull();
        await compare(room, log);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(carriedOn).toBeGreaterThan(0);
});

/** What the node that is asked knows of the channel's end. */
function tailOf({ channelId }: Room, log: readonly Event[]) {
  return nodes.worldAt(1).services.channelTails.find(channelId, log.at(-1)?.data.seq ?? 0);
}

async function readTail({ channelId }: Room): Promise<void> {
  const { channelTails } = nodes.worldAt(1).services;
  channelTails.missed(channelId, 1_000);
  await channelTails.idle();
}

async function compare({ serverId, channelId, marks }: Room, log: readonly Event[]): Promise<void> {
  for (const who of NAMES.keys()) {
    const { id, call } = nodes.at(1, who);
    const expected = recount(log, id, marks.get(id) ?? []);
    const ofServer = (await call.readState.getForServer({ serverId })).find(
      (item) => item.channelId === channelId,
    );
    const ofAll = (await call.readState.list()).find((item) => item.channelId === channelId);
    expect(ofServer).toEqual(ofAll);
    expect(ofServer && pick(ofServer)).toEqual(
      expected ? { ...expected, channelSeq: log.at(-1)?.data.seq } : undefined,
    );
  }
}

const pick = ({ unreadCount, firstUnreadMessageId, channelSeq }: Record<string, unknown>) => ({
  unreadCount,
  firstUnreadMessageId,
  channelSeq,
});
