import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MetadataInput } from '../kernel/schema/metadata.js';
import { createFixture, type Fixture, useFixture } from './channel.fixture.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

const json = (value: unknown) => JSON.stringify(value);

/** Metadata as clients send it: any JSON that the schema takes. */
const metadata = fc
  .dictionary(fc.string({ unit: 'binary', maxLength: 8 }), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 8 })
  .map((value): Record<string, unknown> => JSON.parse(json(value)))
  .filter((value) => MetadataInput.safeParse(value).success);

test('metadata is the same JSON in the answer, the event, the page, the message and the replay', async () => {
  const { alice, channelId } = fixture;
  const { messages } = alice.call;
  await fc.assert(
    fc.asyncProperty(metadata, async (given) => {
      const posted = await messages.send({ channelId, content: 'hello', metadata: given });
      const [listed] = await messages.list({ channelId, limit: 1 });
      const frame = fixture.world.published.at(-1)?.frame ?? '{}';
      const logged = (await fixture.log()).at(-1);
      expect(posted.metadata).toEqual(MetadataInput.parse(given));
      const faces = [listed, await messages.get({ messageId: posted.id })];
      for (const face of faces) expect(json(face)).toBe(json(posted));
      const { seq, ...ofFrame } = JSON.parse(frame).data;
      expect(json(ofFrame)).toBe(json(posted));
      expect(logged?.data).toMatchObject({ metadata: posted.metadata });
    }),
    { numRuns: 60 },
  );
});

test('posts with and without metadata share a batch, and each keeps its own', async () => {
  const { alice, channelId } = await createFixture(fixture);
  const contents = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? { n } : null));
  const posted = await Promise.all(
    contents.map((given, n) =>
      alice.call.messages.send({ channelId, content: `${n}`, ...(given && { metadata: given }) }),
    ),
  );
  expect(posted.map((message) => message.metadata)).toEqual(contents);
  const page = await alice.call.messages.list({ channelId });
  expect(page.map(({ content, metadata: kept }) => [content, kept]).sort()).toEqual(
    contents.map((kept, n) => [`${n}`, kept]).sort(),
  );
});

test('an edit replaces metadata and leaves "edited" alone; the log keeps nothing of the old one', async () => {
  const { alice, channelId, log } = await createFixture(fixture);
  const { id: messageId } = await alice.call.messages.send({
    channelId,
    content: 'a',
    metadata: { old: 'secret' },
  });
  const changed = await alice.call.messages.edit({ messageId, metadata: { fresh: 1 } });
  expect(changed).toMatchObject({ content: 'a', edited: false, metadata: { fresh: 1 } });
  const before = (await log()).length;
  expect(await alice.call.messages.edit({ messageId, metadata: { fresh: 1 } })).toEqual(changed);
  expect(await log()).toHaveLength(before);
  expect(await alice.call.messages.edit({ messageId, content: 'b' })).toMatchObject({
    edited: true,
    metadata: { fresh: 1 },
  });
  expect(await alice.call.messages.edit({ messageId, metadata: null })).toMatchObject({
    content: 'b',
    metadata: null,
  });
  expect(json(await log())).not.toMatch(/secret|fresh/);
});

test('a deleted message leaves its metadata nowhere, in a retry of the post neither', async () => {
  const { alice, channelId, log } = await createFixture(fixture);
  const post = () =>
    alice.withKey('kept').call.messages.send({ channelId, content: 'a', metadata: { old: 'secret' } });
  const { id: messageId } = await post();
  await alice.call.messages.delete({ messageId });
  expect(await post()).toMatchObject({ id: messageId, content: '', metadata: null });
  expect(json(await log())).not.toContain('secret');
});

test('a server, a channel and a profile keep metadata, and clear it with null', async () => {
  const { alice } = fixture;
  const server = await alice.call.servers.create({ name: 'Acme', metadata: { plan: 'gold' } });
  const { id: serverId } = server;
  expect(server).toMatchObject({ metadata: { plan: 'gold' }, externalId: null });
  expect(await alice.call.servers.get({ serverId })).toEqual(server);
  expect(await alice.call.servers.update({ serverId, metadata: null })).toMatchObject({
    name: 'Acme',
    metadata: null,
  });
  const channel = await alice.call.channels.create({ serverId, name: 'deals', metadata: { deal: 1 } });
  const path = { serverId, channelId: channel.id };
  expect(await alice.call.channels.get(path)).toEqual(channel);
  expect(await alice.call.channels.update({ ...path, metadata: { deal: 2 } })).toMatchObject({
    metadata: { deal: 2 },
  });
  expect(await alice.call.users.updateMe({ metadata: { team: 'red' } })).toMatchObject({
    metadata: { team: 'red' },
  });
  expect(await alice.call.users.get({ userId: alice.id })).toMatchObject({ metadata: { team: 'red' } });
});
