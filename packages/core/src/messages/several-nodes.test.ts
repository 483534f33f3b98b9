import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soleNode } from '../kernel/services/nodes.js';
import { createLocalBus } from '../log/bus.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorldOn, type TestUser, type World } from '../testing/world.js';

// Two nodes that never tell each other anything: each goes by what it knows, and by what the log says.
let database: TestDatabase;
let here: World;
let there: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const node = () => createWorldOn(database, { bus: createLocalBus(), nodes: soleNode() });
  [here, there] = await Promise.all([node(), node()]);
  [alice, bob] = await Promise.all([here.person('alice'), here.person('bob')]);
  serverId = (await createServerWith(alice, bob)).id;
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

const at = (node: World, { id, token }: TestUser) => node.userWithToken(id, token);

async function privateChannel(name: string): Promise<string> {
  const { id: channelId } = await alice.call.channels.create({ serverId, name, isPrivate: true });
  await alice.call.channels.addMember({ serverId, channelId, userId: bob.id });
  return channelId;
}

test('nodes that post to the same channels write every message once, at positions without a gap', async () => {
  const ids = await Promise.all(['one', 'two', 'three'].map(privateChannel));
  const posted = await Promise.all(
    Array.from({ length: 24 }, async (_, writer) => {
      const node = writer % 2 ? here : there;
      const call = at(node, writer % 3 ? alice : bob).call;
      const contents: string[] = [];
      for (let n = 0; n < 15; n++) {
        const channelId = ids[(writer + (n % 5 ? 0 : n)) % ids.length] ?? '';
        const { id, content } = await call.messages.send({ channelId, content: `${writer}.${n}` });
        if (n % 4 === 0) await call.messages.react({ messageId: id, emoji: '👍' });
        contents.push(content);
      }
      return contents;
    }),
  );

  const logs = await Promise.all(ids.map((id) => here.log({ id })));
  for (const log of logs) expect(log.map(({ data }) => data.seq)).toEqual(log.map((_, index) => index + 1));
  const written = logs
    .flat()
    .flatMap((event) => (event.type === 'message.created' ? event.data.content : []));
  expect(written.toSorted()).toEqual(posted.flat().toSorted());
});

test('what another node has written of messages and reactions is not read again; what changes who may post is', async () => {
  const channelId = await privateChannel('known');
  const bobThere = at(there, bob).call;
  await bobThere.messages.send({ channelId, content: 'known at both' });
  const { id: messageId } = await alice.call.messages.send({ channelId, content: 'from the other node' });
  await alice.call.messages.edit({ messageId, content: 'edited' });
  await alice.call.messages.react({ messageId, emoji: '👍' });
  const { id: rootId } = await bobThere.messages.send({ channelId, content: 'after these' });
  await alice.call.messages.delete({ messageId: rootId });
  await refusedWith('MESSAGE_NOT_FOUND', bobThere.messages.reply({ messageId: rootId, content: 'too late' }));

  await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
  await refusedWith('CHANNEL_NOT_FOUND', bobThere.messages.send({ channelId, content: 'too late' }));
  const aliceThere = at(there, alice).call;
  await aliceThere.messages.send({ channelId, content: 'known at both' });
  await alice.call.channels.update({ serverId, channelId, archived: true });
  await refusedWith('CHANNEL_ARCHIVED', aliceThere.messages.send({ channelId, content: 'too late' }));
});

test('a post is refused as soon as another node has removed its author, whatever is posted meanwhile', async () => {
  const channelId = await privateChannel('removal');
  const bobThere = at(there, bob).call;
  let removedAt = Number.POSITIVE_INFINITY;
  const writing = Promise.all(
    Array.from({ length: 8 }, async () => {
      for (;;) {
        const sentAt = performance.now();
        const sent = await bobThere.messages.send({ channelId, content: 'still here' }).catch(() => null);
        if (sent === null) return;
        if (sentAt > removedAt) throw new Error('posted after the removal');
      }
    }),
  );
  for (let n = 0; n < 20; n++) await alice.call.messages.send({ channelId, content: `${n}` });
  await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
  removedAt = performance.now();
  await writing;

  const log = await here.log({ id: channelId });
  const left = log.findIndex(({ type }) => type === 'member.left');
  const after = log
    .slice(left)
    .flatMap((event) => (event.type === 'message.created' ? event.data.userId : []));
  expect(after).not.toContain(bob.id);
});
