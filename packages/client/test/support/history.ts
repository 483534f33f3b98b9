import { createEmoji, createServerWith, PASSWORD, type TestUser, type World } from '@palaver/core/testing';
import { newId, tables } from '@palaver/db';

/** What some people have created so far: the objects that their next actions choose from. */
export interface History {
  readonly world: World;
  readonly people: readonly TestUser[];
  readonly bot: { readonly owner: TestUser; readonly id: string } & Pick<TestUser, 'call'>;
  readonly servers: string[];
  readonly channels: Array<{ serverId: string; channelId: string }>;
  readonly dms: string[];
  readonly emoji: Array<{ serverId: string; emojiId: string }>;
  readonly groups: Array<{ serverId: string; groupId: string }>;
  readonly userGroups: Array<{ serverId: string; userGroupId: string }>;
  readonly messages: string[];
  readonly scheduled: string[];
  readonly codes: string[];
  readonly interactions: string[];
}

/** Creates a server with a public and a private channel, of which all the people are members. */
export async function beginHistory(
  world: World,
  people: readonly [TestUser, ...TestUser[]],
  bot: History['bot'],
): Promise<History> {
  const [owner, ...members] = people;
  const { id: serverId } = await createServerWith(owner, ...members);
  const { code } = await owner.call.servers.createInvite({ serverId });
  const open = await owner.call.channels.create({ serverId, name: 'open' });
  const secret = await owner.call.channels.create({ serverId, name: 'secret', isPrivate: true });
  return {
    world,
    people,
    bot,
    servers: [serverId],
    channels: [open, secret].map(({ id }) => ({ serverId, channelId: id })),
    dms: [],
    emoji: [],
    groups: [],
    userGroups: [],
    messages: [],
    scheduled: [],
    codes: [code],
    interactions: [],
  };
}

/** A request of a person. The numbers `a` and `b` choose its objects and values. */
export type Action = (history: History, who: TestUser, a: number, b: number) => Promise<unknown>;

const EMOJI = ['👍', '🎉', 'shipit'];
const ROLES = ['admin', 'member', 'moderator', 'member', 'owner'] as const;

/** An action chose from a list that is still empty. */
export class NothingToPick extends Error {}

function pick<T>(items: readonly T[], n: number): T {
  const item = items[n % items.length];
  if (item === undefined) throw new NothingToPick();
  return item;
}

const person = ({ people, bot }: History, n: number): string =>
  pick([...people.map(({ id }) => id), bot.id], n);

async function upload({ world }: History, who: TestUser, channelId: string): Promise<string> {
  const id = newId();
  await world.services.db.insert(tables.attachments).values({
    id,
    channelId,
    uploaderId: who.id,
    filename: 'notes.txt',
    mimeType: 'text/plain',
    sizeBytes: 5,
    createdAt: world.clock.now(),
  });
  return id;
}

/** All actions by name. The service may refuse each of them. */
export const ACTIONS = {
  send: async (history, who, a, b) => {
    const { channelId } = pick(history.channels, a);
    const sent = await who.call.messages.send({ channelId, content: `message ${b}` });
    history.messages.push(sent.id);
  },
  mention: async (history, who, a) => {
    const { channelId } = pick(history.channels, a);
    const sent = await who.call.messages.send({ channelId, content: '@alice @bob @carol @here' });
    history.messages.push(sent.id);
  },
  /** Waits until the inboxes have what was posted. */
  deliver: ({ world }: History) => Promise.all(world.services.consumers.map((consumer) => consumer.idle())),
  wantAll: ({ servers }, who, a) =>
    who.call.notificationPreferences.setForServer({ serverId: pick(servers, a), level: 'all' }),
  readInbox: (_history, who) => who.call.notifications.readAll(),
  sendFile: async (history, who, a) => {
    const { channelId } = pick(history.channels, a);
    const attachmentIds = [await upload(history, who, channelId)];
    const sent = await who.call.messages.send({ channelId, attachmentIds });
    history.messages.push(sent.id);
  },
  reply: async (history, who, a, b) => {
    const reply = { messageId: pick(history.messages, a), content: `reply ${b}` };
    history.messages.push((await who.call.messages.reply(reply)).id);
  },
  edit: ({ messages }, who, a, b) =>
    who.call.messages.edit({ messageId: pick(messages, a), content: `edited ${b}` }),
  deleteMessage: ({ messages }, who, a) => who.call.messages.delete({ messageId: pick(messages, a) }),
  react: ({ messages }, who, a, b) =>
    who.call.messages.react({ messageId: pick(messages, a), emoji: pick(EMOJI, b) }),
  unreact: ({ messages }, who, a, b) =>
    who.call.messages.unreact({ messageId: pick(messages, a), emoji: pick(EMOJI, b) }),
  pin: ({ messages }, who, a) => who.call.messages.pin({ messageId: pick(messages, a) }),
  unpin: ({ messages }, who, a) => who.call.messages.unpin({ messageId: pick(messages, a) }),
  save: ({ messages }, who, a) => who.call.savedMessages.save({ messageId: pick(messages, a) }),
  unsave: ({ messages }, who, a) => who.call.savedMessages.unsave({ messageId: pick(messages, a) }),
  markRead: async ({ messages }, who, a, b) => {
    const messageId = pick(messages, a);
    const { channelId } = await who.call.messages.get({ messageId });
    return who.call.readState.markRead({ channelId, messageId, unread: b % 3 === 0 });
  },
  follow: ({ messages }, who, a) => who.call.threads.follow({ messageId: pick(messages, a) }),
  unfollow: ({ messages }, who, a) => who.call.threads.unfollow({ messageId: pick(messages, a) }),
  readThread: ({ messages }, who, a, b) =>
    who.call.threads.markRead({ threadId: pick(messages, a), messageId: pick(messages, b) }),
  markServerRead: ({ servers }, who, a) => who.call.readState.markServerRead({ serverId: pick(servers, a) }),
  addFavorite: ({ channels }, who, a) => who.call.favorites.add(pick(channels, a)),
  removeFavorite: ({ channels }, who, a) => who.call.favorites.remove(pick(channels, a)),
  orderFavorites: async (_history, who) => {
    const { channelIds } = await who.call.favorites.list();
    return who.call.favorites.order({ channelIds: channelIds.slice(-1) });
  },
  putDraft: ({ channels }, who, a, b) => who.call.drafts.put({ ...pick(channels, a), content: `draft ${b}` }),
  schedule: async ({ channels, scheduled }, who, a, b) => {
    const sendAt = new Date(Date.now() + 3600 * 1000).toISOString();
    const message = { ...pick(channels, a), content: `scheduled ${b}`, sendAt };
    scheduled.push((await who.call.scheduledMessages.create(message)).id);
  },
  sendScheduled: async ({ scheduled, messages }, who, a) => {
    const sent = await who.call.scheduledMessages.send({ scheduledMessageId: pick(scheduled, a) });
    messages.push(sent.id);
  },
  editScheduled: ({ scheduled }, who, a, b) =>
    who.call.scheduledMessages.edit({ scheduledMessageId: pick(scheduled, a), content: `changed ${b}` }),
  deleteScheduled: ({ scheduled }, who, a) =>
    who.call.scheduledMessages.delete({ scheduledMessageId: pick(scheduled, a) }),
  deleteDraft: ({ channels }, who, a) => who.call.drafts.delete(pick(channels, a)),
  createChannel: async (history, who, a, b) => {
    const serverId = pick(history.servers, a);
    const input = { serverId, name: `room-${b}`, isPrivate: b % 2 === 0 };
    history.channels.push({ serverId, channelId: (await who.call.channels.create(input)).id });
  },
  updateChannel: ({ channels }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), topic: `topic ${b}`, archived: b % 5 === 0 }),
  overridePermissions: ({ channels }, who, a, b) => {
    const override = { role: 'member', allow: b % 2 === 0, permission: 'manageMessages' } as const;
    return who.call.channels.update({ ...pick(channels, a), permissionOverrides: [override] });
  },
  /** Of the three states that a channel goes through, one is for all, one for admins and one for all but moderators. */
  denyReading: ({ channels }, who, a, b) => {
    const deny = (role: 'member' | 'moderator') => ({ role, allow: false, permission: 'read' }) as const;
    const permissionOverrides = [[], [deny('member'), deny('moderator')], [deny('moderator')]][b % 3] ?? [];
    return who.call.channels.update({ ...pick(channels, a), permissionOverrides });
  },
  setDefaultLevel: ({ channels }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), defaultNotificationLevel: b % 2 === 0 ? 'all' : null }),
  hideChannel: ({ channels }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), isPrivate: b % 2 === 0 }),
  markDefault: ({ channels }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), joinedByDefault: b % 2 === 0 }),
  deleteChannel: ({ channels }, who, a) => who.call.channels.delete(pick(channels, a)),
  joinChannel: ({ channels }, who, a) => who.call.channels.join(pick(channels, a)),
  leaveChannel: ({ channels }, who, a) => who.call.channels.leave(pick(channels, a)),
  addToChannel: (history, who, a, b) =>
    who.call.channels.addMember({ ...pick(history.channels, a), userId: person(history, b) }),
  removeFromChannel: (history, who, a, b) =>
    who.call.channels.removeMember({ ...pick(history.channels, a), userId: person(history, b) }),
  createGroup: async (history, who, a, b) => {
    const serverId = pick(history.servers, a);
    const { id: groupId } = await who.call.groups.create({ serverId, name: `group ${b}` });
    history.groups.push({ serverId, groupId });
  },
  updateGroup: ({ groups }, who, a, b) => who.call.groups.update({ ...pick(groups, a), position: b % 10 }),
  deleteGroup: ({ groups }, who, a) => who.call.groups.delete(pick(groups, a)),
  createEmoji: async (history, who, a, b) => {
    const serverId = pick(history.servers, a);
    const { id: emojiId } = await createEmoji(history.world, who, { serverId, name: `emoji_${b}` });
    history.emoji.push({ serverId, emojiId });
  },
  renameEmoji: ({ emoji }, who, a, b) => who.call.emoji.update({ ...pick(emoji, a), name: `renamed_${b}` }),
  deleteEmoji: ({ emoji }, who, a) => who.call.emoji.delete(pick(emoji, a)),
  reactWithEmoji: ({ messages, emoji }, who, a, b) =>
    who.call.messages.react({ messageId: pick(messages, a), emoji: `any:${pick(emoji, b).emojiId}` }),
  moveChannel: ({ channels, groups }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), groupId: pick(groups, b).groupId, position: b % 10 }),
  createUserGroup: async (history, who, a, b) => {
    const serverId = pick(history.servers, a);
    const { id: userGroupId } = await who.call.userGroups.create({ serverId, handle: `team-${b % 3}` });
    history.userGroups.push({ serverId, userGroupId });
  },
  updateUserGroup: ({ userGroups }, who, a, b) =>
    who.call.userGroups.update({ ...pick(userGroups, a), name: `Team ${b}` }),
  deleteUserGroup: ({ userGroups }, who, a) => who.call.userGroups.delete(pick(userGroups, a)),
  addToUserGroup: (history, who, a, b) =>
    who.call.userGroups.addMember({ ...pick(history.userGroups, a), userId: person(history, b) }),
  loseWebhook: async (history, who, a) => {
    const { outgoingWebhooks } = who.call;
    const serverId = pick(history.servers, a);
    const fields = { url: 'https://receiver.invalid/', eventTypes: ['server.updated' as const] };
    const { webhook } = await outgoingWebhooks.create({ serverId, ...fields });
    await outgoingWebhooks.ping({ serverId, outgoingWebhookId: webhook.id });
    await history.world.services.webhooks.idle();
  },
  removeFromUserGroup: (history, who, a, b) =>
    who.call.userGroups.removeMember({ ...pick(history.userGroups, a), userId: person(history, b) }),
  mentionGroup: async (history, who, a, b) => {
    const { channelId } = pick(history.channels, a);
    const sent = await who.call.messages.send({ channelId, content: `@team-${b % 3}` });
    history.messages.push(sent.id);
  },
  createServer: async (history, who, _a, b) => {
    const { id: serverId } = await who.call.servers.create({ name: `server ${b}` });
    const { code } = await who.call.servers.createInvite({ serverId });
    history.servers.push(serverId);
    history.codes.push(code);
    const [general] = await who.call.channels.list({ serverId });
    if (general) history.channels.push({ serverId, channelId: general.id });
  },
  renameServer: ({ servers }, who, a, b) =>
    who.call.servers.update({ serverId: pick(servers, a), name: `name ${b}` }),
  deleteServer: ({ servers }, who, a) => who.call.servers.delete({ serverId: pick(servers, a) }),
  acceptInvite: ({ codes }, who, a) => who.call.servers.acceptInvite({ code: pick(codes, a) }),
  leaveServer: ({ servers }, who, a) => who.call.servers.leave({ serverId: pick(servers, a) }),
  addBot: ({ servers, bot }, _who, a) =>
    bot.owner.call.servers.addMember({ serverId: pick(servers, a), userId: bot.id }),
  removeMember: (history, who, a, b) =>
    who.call.servers.removeMember({ serverId: pick(history.servers, a), userId: person(history, b) }),
  changeRole: (history, who, a, b) =>
    who.call.servers.updateMember({
      serverId: pick(history.servers, a),
      userId: person(history, b),
      role: pick(ROLES, a + b),
    }),
  updateMe: (_history, who, a, b) =>
    who.call.users.updateMe(b % 3 === 0 ? { timezone: pick(ZONES, a) } : { displayName: `name ${a} ${b}` }),
  signIn: async ({ world }, who, a) => {
    const { username } = await who.call.users.me();
    const { call } = world.userWithToken('', null, `192.0.2.${a % 256}`);
    await call.auth.login({ username, password: PASSWORD });
  },
  setCommands: ({ bot }, _who, a) =>
    bot.call.interactions.setCommands({
      botId: bot.id,
      commands: [{ name: 'ping', description: `Answers ${a}` }],
    }),
  invoke: async ({ channels, interactions, bot }, who, a) => {
    const { channelId } = pick(channels, a);
    const { id } = await who.call.interactions.invoke({ channelId, botId: bot.id, name: 'ping' });
    interactions.push(id);
  },
  answer: ({ interactions, bot }, _who, a, b) =>
    bot.call.interactions.respond({
      interactionId: pick(interactions, a),
      content: `pong ${b}`,
      ephemeral: b % 2 === 0,
    }),
  offer: async ({ channels, messages, bot }, _who, a, b) => {
    const components = [{ components: [{ type: 'button' as const, id: 'go', label: `Go ${b}` }] }];
    const { channelId } = pick(channels, a);
    messages.push((await bot.call.messages.send({ channelId, content: 'Shall we?', components })).id);
  },
  changeOffer: ({ messages, bot }, _who, a) =>
    bot.call.messages.edit({ messageId: pick(messages.toReversed(), a), components: [] }),
  useComponent: async ({ messages, interactions }, who, a) => {
    const messageId = pick(messages.toReversed(), a);
    interactions.push((await who.call.interactions.useComponent({ messageId, componentId: 'go' })).id);
  },
  endInteractions: async ({ world }) => {
    await world.services.db.update(tables.interactions).set({ expiresAt: world.clock.now() });
    await world.services.scheduled.idle();
  },
  updateBot: ({ bot }, _who, a) => bot.owner.call.bots.update({ botId: bot.id, status: `status ${a}` }),
  preferMail: (_history, who, a) => who.call.mailPreferences.set({ digest: pick(DELAYS, a) }),
  preferAccount: (_history, who, a, b) =>
    who.call.notificationPreferences.setForAccount({ level: pick(LEVELS, b), keywords: [`message ${a}`] }),
  preferServer: ({ servers }, who, a, b) =>
    who.call.notificationPreferences.setForServer({ serverId: pick(servers, a), level: pick(LEVELS, b) }),
  preferChannel: ({ channels }, who, a, b) =>
    who.call.notificationPreferences.setForChannel({ ...pick(channels, a), level: pick(LEVELS, b) }),
  preferDm: ({ dms }, who, a, b) =>
    who.call.notificationPreferences.setForDm({ channelId: pick(dms, a), level: pick(LEVELS, b) }),
  openDm: async (history, who, a, b) => {
    const dm = await who.call.dms.create({ userIds: [person(history, a), person(history, b)] });
    history.dms.push(dm.id);
  },
  sendDm: async ({ dms, messages }, who, a, b) => {
    const sent = await who.call.messages.send({ channelId: pick(dms, a), content: `direct ${b}` });
    messages.push(sent.id);
  },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

const ZONES = ['Europe/Berlin', 'Asia/Tokyo', null];
const LEVELS = ['all', 'mentions', 'nothing', null] as const;
const DELAYS = ['15m', '24h', 'off'] as const;
