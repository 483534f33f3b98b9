import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { mayBeRefused } from '../testing/expect.js';
import { createPeopleOnNodes, NAMES, type PeopleOnNodes } from '../testing/people-on-nodes.js';
import { naiveSearch } from './naive-search.fixture.js';

const RUNS = Number(process.env.SEARCH_RUNS ?? 8);
const KINDS = [
  'post',
  'post',
  'post',
  'reply',
  'edit',
  'delete',
  'leave',
  'join',
  'add',
  'remove',
  'dm',
] as const;

/** Few letters, so that much is found. */
const CONTENT = fc.string({
  unit: fc.constantFrom('a', 'B', 'b', 'é', '_', '4', '会', '议', ' ', ' '),
  minLength: 1,
  maxLength: 14,
});
const STEP = fc.record({
  kind: fc.constantFrom(...KINDS),
  who: fc.nat(2),
  node: fc.nat(1),
  n: fc.nat(40),
  content: CONTENT,
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;
const BATCHES = fc.array(
  fc.record({
    steps: fc.array(STEP, { minLength: 1, maxLength: 8 }),
    words: fc.array(
      fc.string({ unit: fc.constantFrom('a', 'b', 'E', '_', '会', '议'), minLength: 1, maxLength: 4 }),
      { minLength: 1, maxLength: 2 },
    ),
    without: fc.option(fc.constantFrom('b', 'ab', '会')),
    from: fc.option(fc.constantFrom('alice', 'bob')),
  }),
  { minLength: 2, maxLength: 5 },
);

let nodes: PeopleOnNodes;
beforeAll(async () => {
  nodes = await createPeopleOnNodes();
});
afterAll(() => nodes.close());

interface Room {
  readonly serverId: string;
  readonly open: string;
  readonly secret: string;
  readonly messages: string[];
}

async function newRoom(): Promise<Room> {
  const [alice, bob, carol] = [nodes.at(0, 0), nodes.at(0, 1), nodes.at(0, 2)];
  const { id: serverId } = await createServerWith(alice, bob, carol);
  const { id: open } = await alice.call.channels.create({ serverId, name: 'open' });
  const { id: secret } = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
  return { serverId, open, secret, messages: [] };
}

async function take({ kind, who, node, n, content }: Step, room: Room): Promise<void> {
  const person = nodes.at(node, who);
  const { call } = person;
  const { serverId, open, secret, messages } = room;
  const messageId = messages[n % messages.length] ?? '';
  const memberOfSecret = { serverId, channelId: secret, userId: person.id };
  switch (kind) {
    case 'post':
      messages.push((await call.messages.send({ channelId: n % 3 === 0 ? secret : open, content })).id);
      return;
    case 'reply':
      messages.push((await call.messages.reply({ messageId, content })).id);
      return;
    case 'edit':
      return void (await call.messages.edit({ messageId, content }));
    case 'delete':
      return void (await call.messages.delete({ messageId }));
    case 'leave':
      return void (await call.channels.leave({ serverId, channelId: secret }));
    case 'join':
      return void (await call.channels.join({ serverId, channelId: open }));
    case 'add':
      return void (await nodes.at(node, 0).call.channels.addMember(memberOfSecret));
    case 'remove':
      return void (await nodes.at(node, 0).call.channels.removeMember(memberOfSecret));
    case 'dm': {
      const { id: channelId } = await call.dms.create({ userIds: [nodes.at(node, (who + 1) % 3).id] });
      messages.push((await call.messages.send({ channelId, content })).id);
    }
  }
}

test('after anything that people do at once on two nodes, each finds what a naive search of what they can read finds', async () => {
  await fc.assert(
    fc.asyncProperty(BATCHES, async (batches) => {
      const room = await newRoom();
      for (const { steps, words, without, from } of batches) {
        await Promise.all(steps.map((step) => mayBeRefused(take(step, room))));
        const q = [...words, ...(without ? [`-${without}`] : []), ...(from ? [`from:${from}`] : [])].join(
          ' ',
        );
        const query = {
          words,
          without,
          authorId: from && (from === 'alice' ? nodes.at(0, 0).id : nodes.at(0, 1).id),
        };
        for (const who of NAMES.keys()) await compare(room, who, q, query);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

async function compare(
  { serverId }: Room,
  who: number,
  q: string,
  query: Parameters<typeof naiveSearch>[2],
): Promise<void> {
  const { call } = nodes.at(1, who);
  const expected = await naiveSearch(nodes.at(0, who), serverId, query);
  const found = await call.search.inServer({ serverId, q, limit: 100 });
  expect([q, found.map(({ message }) => message)]).toEqual([q, expected]);
  const best = await call.search.inServer({ serverId, q, limit: 100, sort: 'best' });
  expect(best.map(({ message }) => message.id).sort()).toEqual(expected.map(({ id }) => id).sort());
}
