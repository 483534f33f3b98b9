import { uploadAttachments } from '../attachments/upload.js';
import { createContext } from '../create-context.js';
import { contextOf, receivedFile } from '../files/received-file.fixture.js';
import { openWebhook } from '../incoming-webhooks/access.js';
import { postByWebhook } from '../incoming-webhooks/post.js';
import { setIcon } from '../servers/icon.js';
import { createEmoji } from '../testing/create-emoji.js';
import { createServerWith } from '../testing/create-server.js';
import { mayBeRefused } from '../testing/expect.js';
import type { TestUser, World } from '../testing/world.js';
import { setAvatar } from '../users/avatar.js';
import { plain } from '../users/avatar-images.fixture.js';
import type { GivenArchiveLine } from './archive/lines.js';

/** A server, and who is in it. */
export interface FullServer {
  readonly server: { readonly id: string };
  readonly channelId: string;
  readonly alice: TestUser;
  readonly bob: TestUser;
  readonly channelIds: string[];
  readonly messageIds: string[];
}

let made = 0;

/** The first has these names, later ones have a number. */
const named = (name: string): string => (made === 1 ? name : `${name}${made}`);

/** Makes a server with one of everything that an archive can have. */
export async function createFullServer(world: World): Promise<FullServer> {
  made++;
  const people = ['alice', 'bob', 'cleo', 'dora', 'finn'].map((name) => world.person(named(name)));
  const [alice, bob, cleo, dora, finn] = await Promise.all(people);
  if (!alice || !bob || !cleo || !dora || !finn) throw new Error('five people were made');
  const server = await createServerWith(alice, bob, cleo, dora, finn);
  const serverId = server.id;
  const group = await alice.call.groups.create({ serverId, name: 'Work' });
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'plans', topic: 'Plans' });
  await alice.call.channels.update({
    serverId,
    channelId,
    groupId: group.id,
    slowModeSeconds: 0,
    readReceipts: true,
  });
  await bob.call.channels.join({ serverId, channelId });
  const secret = await bob.call.channels.create({ serverId, name: 'secret', isPrivate: true });
  await bob.call.messages.send({ channelId: secret.id, content: 'nobody else reads this' });
  const closed = await alice.call.channels.create({ serverId, name: 'closed' });
  const permissionOverrides = [{ role: 'member', allow: false, permission: 'post' } as const];
  await alice.call.channels.update({ serverId, channelId: closed.id, permissionOverrides, archived: true });
  const users = await alice.call.userGroups.create({ serverId, handle: 'designers', name: 'Design' });
  await alice.call.userGroups.addMember({ serverId, userGroupId: users.id, userId: bob.id });
  await createEmoji(world, alice, { serverId, name: 'party' });
  const { bot, token } = await bob.call.bots.create({ username: named('robot') });
  await bob.call.servers.addMember({ serverId, userId: bot.id });
  await world.userWithToken(bot.id, token).call.messages.send({
    channelId,
    content: 'Deploy?',
    components: [{ components: [{ type: 'button', id: 'deploy', label: 'Deploy' }] }],
  });
  await postAsWebhook(world, alice, channelId);
  await alice.call.servers.update({ serverId, retentionDays: 30, editHistory: 'everyone' });
  await alice.call.channels.update({ serverId, channelId, retentionDays: 0 });
  await setAvatar(await contextOf(world, bob), await receivedFile(world, await plain(9, 9).png().toBuffer()));
  const icon = await receivedFile(world, await plain(8, 8).png().toBuffer());
  await setIcon(await contextOf(world, alice), serverId, icon);
  const root = await alice.call.messages.send({
    channelId,
    content: `hello @${named('bob')} and @designers`,
  });
  await bob.call.messages.reply({ messageId: root.id, content: 'a reply' });
  await bob.call.messages.reply({ messageId: root.id, content: 'a reply to both', alsoInChannel: true });
  await alice.call.messages.edit({ messageId: root.id, content: 'hello again @channel' });
  for (const reaction of ['👍', ':party:', 'tada'])
    await bob.call.messages.react({ messageId: root.id, emoji: reaction });
  await alice.call.messages.react({ messageId: root.id, emoji: '👍' });
  await alice.call.messages.pin({ messageId: root.id });
  const text = { filename: 'notes.txt', mimeType: 'text/plain' };
  const [file] = await uploadAttachments(await contextOf(world, bob), channelId, [
    await receivedFile(world, 'notes', text),
  ]);
  const withFile = await bob.call.messages.send({
    channelId,
    content: '',
    attachmentIds: [file?.id ?? ''],
    metadata: { a: [1] },
  });
  const needle = await cleo.call.messages.send({ channelId, content: 'a needle in a haystack' });
  const gone = await cleo.call.messages.send({ channelId, content: 'gone with a reply' });
  await bob.call.messages.reply({ messageId: gone.id, content: 'to what is gone' });
  await bob.call.messages.reply({ messageId: gone.id, content: 'to both', alsoInChannel: true });
  await cleo.call.messages.delete({ messageId: gone.id });
  const without = await cleo.call.messages.send({ channelId, content: 'gone without a trace' });
  await cleo.call.messages.delete({ messageId: without.id });
  await alice.call.servers.updateMember({ serverId, userId: cleo.id, role: 'moderator' });
  await alice.call.servers.ban({ serverId, userId: dora.id, reason: 'noise' });
  const until = new Date(Date.now() + 3600_000);
  await alice.call.servers.timeOut({ serverId, userId: finn.id, until: until.toISOString() });
  await emojiOf(world, alice, serverId);
  const messageIds = [root.id, withFile.id, needle.id];
  return { server, channelId, alice, bob, channelIds: [channelId, secret.id], messageIds };
}

/** A message of a program, under a name that it has chosen. */
async function postAsWebhook(world: World, alice: TestUser, channelId: string): Promise<void> {
  const { webhook, url } = await alice.call.incomingWebhooks.create({ channelId, name: 'Builds' });
  const request = { requestId: 'test', token: null, userAgent: null, idempotencyKey: null };
  const ctx = createContext(world.services, request);
  const opened = await openWebhook(ctx.services.db, webhook.id, url.split('/').at(-1) ?? '');
  const post = { content: 'green', username: 'Robot', emoji: '🤖', mentions: [] };
  await postByWebhook(ctx, opened, { post, key: null, digest: 'green' });
}

/** A reaction with an emoji that is gone afterwards. */
async function emojiOf(world: World, alice: TestUser, serverId: string): Promise<void> {
  const gone = await createEmoji(world, alice, { serverId, name: 'gone' });
  await alice.call.emoji.delete({ serverId, emojiId: gone.id });
}

/** Does something in a server, chosen by three numbers; what is refused changes nothing. */
export async function randomAct(
  { alice, bob, channelIds, messageIds, server }: FullServer,
  [what, where, n]: readonly [number, number, number],
): Promise<void> {
  const who = n % 2 === 0 ? alice : bob;
  const channelId = channelIds[where % channelIds.length] ?? '';
  const messageId = messageIds[where % messageIds.length] ?? '';
  const emoji = ['👍', '🎉', ':party:', 'wave'][n % 4] ?? '👍';
  const content = `text ${n} \u2028 "quoted" 漢字 😀`;
  const send = async (post: Promise<{ readonly id: string }>) => void messageIds.push((await post).id);
  const acts: ReadonlyArray<() => Promise<unknown>> = [
    () => send(who.call.messages.send({ channelId, content })),
    () => send(who.call.messages.reply({ messageId, content })),
    () => send(who.call.messages.reply({ messageId, content, alsoInChannel: true })),
    () => who.call.messages.edit({ messageId, content: `${content} edited` }),
    () => who.call.messages.react({ messageId, emoji }),
    () => who.call.messages.unreact({ messageId, emoji }),
    () => who.call.messages.pin({ messageId }),
    () => who.call.messages.unpin({ messageId }),
    () => who.call.messages.delete({ messageId }),
    async () => {
      const made = await who.call.channels.create({
        serverId: server.id,
        name: `c-${n % 20}`,
        isPrivate: n % 3 === 0,
      });
      channelIds.push(made.id);
    },
  ];
  await mayBeRefused((acts[what % acts.length] ?? (async () => undefined))());
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * The lines of an archive in a form that two archives of equal servers have in common: an id is the number of its first place, and
 * images, which are encoded again, are all the same.
 */
export function comparable(lines: readonly GivenArchiveLine[]): GivenArchiveLine[] {
  const ids = new Map<string, string>();
  const numberOf = (id: string) => {
    const number = ids.get(id) ?? `id ${ids.size}`;
    ids.set(id, number);
    return number;
  };
  return lines.map((line) => {
    const text = JSON.stringify(line, (key, value) =>
      key === 'avatar' || key === 'icon' || key === 'image' ? value && 'an image' : value,
    );
    return JSON.parse(text.replace(UUID, numberOf));
  });
}
