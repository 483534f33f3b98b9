import { writeFile } from 'node:fs/promises';
import { type ActorContext, createContext, setAvatar, uploadAttachments } from '@palaver/core';
import { createServerWith, type TestUser, type World } from '@palaver/core/testing';

/** The smallest PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface Populated {
  readonly alice: TestUser;
  readonly bob: TestUser;
  readonly serverId: string;
  readonly channelId: string;
  /** A message that carries an attachment. */
  readonly messageId: string;
  readonly attachmentId: string;
}

/** Two people, a bot, a channel with messages, an attachment and an avatar. */
export async function populate(world: World): Promise<Populated> {
  const alice = await world.person('alice');
  const bob = await world.person('bob');
  const server = await createServerWith(alice, bob);
  const channel = await alice.call.channels.create({ serverId: server.id, name: 'plans' });
  await alice.call.bots.create({ username: 'helper', displayName: 'Helper' });
  const attachmentId = await upload(world, alice, channel.id, 'words');
  const { id: messageId } = await alice.call.messages.send({
    channelId: channel.id,
    content: 'tabs\tand\nlines \\ and „quotes“ 🙂',
    attachmentIds: [attachmentId],
  });
  await alice.call.messages.send({ channelId: channel.id, content: '\\N' });
  await bob.withKey('once').call.messages.send({ channelId: channel.id, content: 'kept' });
  await setAvatar(await contextOf(world, bob), await received(world, PIXEL, 'a.png', 'image/png'));
  // Nothing changes by itself afterwards.
  const { background, consumers } = world.services;
  await background.idle();
  await Promise.all(consumers.map((consumer) => consumer.idle().then(() => consumer.stop())));
  return { alice, bob, serverId: server.id, channelId: channel.id, messageId, attachmentId };
}

/** Uploads a text file; returns its id. */
export async function upload(
  world: World,
  user: TestUser,
  channelId: string,
  content: string | Buffer,
): Promise<string> {
  const file = await received(world, content, 'a.txt', 'text/plain');
  const [attachment] = await uploadAttachments(await contextOf(world, user), channelId, [file]);
  return attachment?.id ?? '';
}

async function received({ services }: World, content: string | Buffer, filename: string, mimeType: string) {
  const path = services.files.temporaryPath();
  await writeFile(path, content);
  return { path, filename, mimeType, sizeBytes: Buffer.byteLength(content) };
}

export async function contextOf({ services }: World, { token }: TestUser): Promise<ActorContext> {
  const ctx = createContext(services, {
    requestId: 'test',
    token,
    userAgent: null,
    idempotencyKey: null,
    network: undefined,
  });
  const actor = await ctx.request.authenticate(null);
  if (!actor) throw new Error('the test needs a signed-in user');
  return { ...ctx, actor };
}
