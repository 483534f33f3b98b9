import { newId, tables } from '@palaver/db';
import { serverOf } from '../testing/community.js';
import type { Someone, World } from '../testing/world.js';

/** A place where people do things to each other, and what there is by now to do them to. */
export interface Life {
  readonly world: World;
  readonly people: readonly Someone[];
  readonly bot: { readonly owner: Someone; readonly id: string };
  readonly servers: string[];
  readonly channels: Array<{ serverId: string; channelId: string }>;
  readonly dms: string[];
  readonly groups: Array<{ serverId: string; groupId: string }>;
  readonly messages: string[];
  readonly codes: string[];
}

/** A server that all the people are in, with a public and a private channel. */
export async function beginLife(
  world: World,
  people: readonly [Someone, ...Someone[]],
  bot: Life['bot'],
): Promise<Life> {
  const [owner, ...members] = people;
  const { id: serverId } = await serverOf(owner, ...members);
  const { code } = await owner.call.servers.createInvite({ serverId });
  const channels = await owner.call.channels.list({ serverId });
  const secret = await owner.call.channels.create({ serverId, name: 'secret', isPrivate: true });
  return {
    world,
    people,
    bot,
    servers: [serverId],
    channels: [...channels, secret].map(({ id }) => ({ serverId, channelId: id })),
    dms: [],
    groups: [],
    messages: [],
    codes: [code],
  };
}

/** What someone does: `a` and `b` choose to what, and with what. */
export type Deed = (life: Life, who: Someone, a: number, b: number) => Promise<unknown>;

const EMOJI = ['👍', '🎉', 'shipit'];
const ROLES = ['admin', 'member', 'admin', 'member', 'owner'] as const;

function pick<T>(items: readonly T[], n: number): T {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('there is nothing of that yet');
  return item;
}

const person = ({ people, bot }: Life, n: number): string => pick([...people.map(({ id }) => id), bot.id], n);

async function upload({ world }: Life, who: Someone, channelId: string): Promise<string> {
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

/** Everything that can be done, by name. What is not allowed is refused, and that is part of life. */
export const DEEDS = {
  send: async (life, who, a, b) => {
    const { channelId } = pick(life.channels, a);
    const sent = await who.call.messages.send({ channelId, content: `message ${b}` });
    life.messages.push(sent.id);
  },
  sendFile: async (life, who, a) => {
    const { channelId } = pick(life.channels, a);
    const attachmentIds = [await upload(life, who, channelId)];
    const sent = await who.call.messages.send({ channelId, attachmentIds });
    life.messages.push(sent.id);
  },
  reply: async (life, who, a, b) => {
    const reply = { messageId: pick(life.messages, a), content: `reply ${b}` };
    life.messages.push((await who.call.messages.reply(reply)).id);
  },
  edit: ({ messages }, who, a, b) =>
    who.call.messages.edit({ messageId: pick(messages, a), content: `edited ${b}` }),
  deleteMessage: ({ messages }, who, a) => who.call.messages.delete({ messageId: pick(messages, a) }),
  react: ({ messages }, who, a, b) =>
    who.call.messages.react({ messageId: pick(messages, a), emoji: pick(EMOJI, b) }),
  unreact: ({ messages }, who, a, b) =>
    who.call.messages.unreact({ messageId: pick(messages, a), emoji: pick(EMOJI, b) }),
  createChannel: async (life, who, a, b) => {
    const serverId = pick(life.servers, a);
    const fresh = { serverId, name: `room-${b}`, isPrivate: b % 2 === 0 };
    life.channels.push({ serverId, channelId: (await who.call.channels.create(fresh)).id });
  },
  updateChannel: ({ channels }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), topic: `topic ${b}`, archived: b % 5 === 0 }),
  deleteChannel: ({ channels }, who, a) => who.call.channels.delete(pick(channels, a)),
  joinChannel: ({ channels }, who, a) => who.call.channels.join(pick(channels, a)),
  leaveChannel: ({ channels }, who, a) => who.call.channels.leave(pick(channels, a)),
  addToChannel: (life, who, a, b) =>
    who.call.channels.addMember({ ...pick(life.channels, a), userId: person(life, b) }),
  removeFromChannel: (life, who, a, b) =>
    who.call.channels.removeMember({ ...pick(life.channels, a), userId: person(life, b) }),
  createGroup: async (life, who, a, b) => {
    const serverId = pick(life.servers, a);
    const { id: groupId } = await who.call.groups.create({ serverId, name: `group ${b}` });
    life.groups.push({ serverId, groupId });
  },
  updateGroup: ({ groups }, who, a, b) => who.call.groups.update({ ...pick(groups, a), position: b % 10 }),
  deleteGroup: ({ groups }, who, a) => who.call.groups.delete(pick(groups, a)),
  placeChannel: ({ channels, groups }, who, a, b) =>
    who.call.channels.update({ ...pick(channels, a), groupId: pick(groups, b).groupId, position: b % 10 }),
  createServer: async (life, who, _a, b) => {
    const { id: serverId } = await who.call.servers.create({ name: `server ${b}` });
    const { code } = await who.call.servers.createInvite({ serverId });
    life.servers.push(serverId);
    life.codes.push(code);
    const [general] = await who.call.channels.list({ serverId });
    if (general) life.channels.push({ serverId, channelId: general.id });
  },
  renameServer: ({ servers }, who, a, b) =>
    who.call.servers.update({ serverId: pick(servers, a), name: `name ${b}` }),
  deleteServer: ({ servers }, who, a) => who.call.servers.delete({ serverId: pick(servers, a) }),
  acceptInvite: ({ codes }, who, a) => who.call.servers.acceptInvite({ code: pick(codes, a) }),
  leaveServer: ({ servers }, who, a) => who.call.servers.leave({ serverId: pick(servers, a) }),
  addBot: ({ servers, bot }, _who, a) =>
    bot.owner.call.servers.addMember({ serverId: pick(servers, a), userId: bot.id }),
  removeMember: (life, who, a, b) =>
    who.call.servers.removeMember({ serverId: pick(life.servers, a), userId: person(life, b) }),
  changeRole: (life, who, a, b) =>
    who.call.servers.updateMember({
      serverId: pick(life.servers, a),
      userId: person(life, b),
      role: pick(ROLES, a + b),
    }),
  updateMe: (_life, who, a, b) =>
    who.call.users.updateMe(b % 3 === 0 ? { timezone: pick(ZONES, a) } : { displayName: `name ${a} ${b}` }),
  updateBot: ({ bot }, _who, a) => bot.owner.call.bots.update({ botId: bot.id, status: `status ${a}` }),
  preferServer: ({ servers }, who, a, b) =>
    who.call.notificationPreferences.setForServer({ serverId: pick(servers, a), level: pick(LEVELS, b) }),
  preferChannel: ({ channels }, who, a, b) =>
    who.call.notificationPreferences.setForChannel({ ...pick(channels, a), level: pick(LEVELS, b) }),
  openDm: async (life, who, a, b) => {
    const dm = await who.call.dms.create({ userIds: [person(life, a), person(life, b)] });
    life.dms.push(dm.id);
  },
  sendDm: async ({ dms, messages }, who, a, b) => {
    const sent = await who.call.messages.send({ channelId: pick(dms, a), content: `between us ${b}` });
    messages.push(sent.id);
  },
} as const satisfies Record<string, Deed>;

const ZONES = ['Europe/Berlin', 'Asia/Tokyo', null];
const LEVELS = ['all', 'mentions', 'nothing', null] as const;
