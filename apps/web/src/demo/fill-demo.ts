import type { Channel, PalaverClient } from '@palaver/client';
import {
  DEMO_CHANNELS,
  DEMO_PEOPLE,
  DEMO_SERVER,
  type DemoChannel,
  type DemoMessage,
  type DemoPerson,
} from './story.js';

/** The calls of somebody in the demo. */
type Api = PalaverClient['api'];

interface DemoOptions {
  /** Who gets the demo, and owns its server. */
  readonly owner: Api;
  /** Signs in a person of the demo, whose account is made where there is none. */
  readonly signIn: (person: DemoPerson) => Promise<Api>;
  /** Told of each step, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

interface Cast {
  readonly owner: Api;
  readonly ownerName: string;
  readonly people: ReadonlyMap<string, Api>;
}

/**
 * Fills a server with a few people and what they say, over the public API alone. What is there already stays as it is,
 * so it can be called again after it has failed. Returns the id of the server and of its first channel.
 */
export async function fillDemo({ owner, signIn, onProgress = () => {} }: DemoOptions) {
  const steps = 1 + DEMO_PEOPLE.length + DEMO_CHANNELS.length;
  let done = 0;
  const next = () => onProgress(++done / steps);
  const { username } = await owner.users.me.query();
  const servers = await owner.servers.list.query();
  const server =
    servers.find(({ name }) => name === DEMO_SERVER) ??
    (await owner.servers.create.mutate({ name: DEMO_SERVER }));
  next();
  const people = new Map<string, Api>();
  for (const person of DEMO_PEOPLE) {
    people.set(person.name, await join({ owner, serverId: server.id }, await signIn(person), person));
    next();
  }
  const cast: Cast = { owner, ownerName: username, people };
  let first: string | null = null;
  for (const told of DEMO_CHANNELS) {
    const channel = await prepareChannel(cast, server.id, told);
    first ??= channel.id;
    for (const message of told.messages) await say(cast, channel.id, message);
    next();
  }
  return { serverId: server.id, channelId: first ?? '' };
}

/** Makes somebody a member of the server, with a status. */
async function join(
  { owner, serverId }: { readonly owner: Api; readonly serverId: string },
  api: Api,
  { displayName, status, statusEmoji }: DemoPerson,
): Promise<Api> {
  const joined = await api.servers.list.query();
  if (joined.some(({ id }) => id === serverId)) return api;
  const { code } = await owner.servers.createInvite.mutate({ serverId, expiresInSeconds: 600, maxUses: 1 });
  await api.servers.acceptInvite.mutate({ code });
  await owner.servers.deleteInvite.mutate({ serverId, code });
  await api.users.updateMe.mutate({ displayName, status, statusEmoji });
  return api;
}

/** The channel of that name, in its group, with everybody in it. */
async function prepareChannel(
  { owner, people }: Cast,
  serverId: string,
  told: DemoChannel,
): Promise<Channel> {
  const { name, topic, group } = told;
  const channels = await owner.channels.list.query({ serverId });
  const there = channels.find((channel) => channel.name === name);
  const channel = there ?? (await owner.channels.create.mutate({ serverId, name, topic }));
  const channelId = channel.id;
  const groupId = group === undefined ? null : await groupOf(owner, serverId, group);
  if (channel.topic !== topic || channel.groupId !== groupId) {
    await owner.channels.update.mutate({ serverId, channelId, topic, groupId });
  }
  if (there === undefined) {
    for (const api of people.values()) await api.channels.join.mutate({ serverId, channelId });
  }
  return channel;
}

async function groupOf(owner: Api, serverId: string, name: string): Promise<string> {
  const groups = await owner.groups.list.query({ serverId });
  const group = groups.find((each) => each.name === name);
  return (group ?? (await owner.groups.create.mutate({ serverId, name }))).id;
}

/** Posts a message with its replies, reactions and pin, unless it is there. */
async function say(cast: Cast, channelId: string, message: DemoMessage): Promise<void> {
  const content = message.text.replace('{you}', `@${cast.ownerName}`);
  const posted = await cast.owner.messages.list.query({ channelId, limit: 100 });
  if (posted.some((each) => each.content === content)) return;
  const { id: messageId } = await speaker(cast, message.who).messages.send.mutate({ channelId, content });
  for (const { who, text } of message.replies ?? []) {
    await speaker(cast, who).messages.reply.mutate({ messageId, content: text });
  }
  for (const [emoji, ...who] of message.reactions ?? []) {
    for (const name of who) await speaker(cast, name).messages.react.mutate({ messageId, emoji });
  }
  if (message.isPinned) await cast.owner.messages.pin.mutate({ messageId });
}

function speaker({ people }: Cast, name: string): Api {
  const api = people.get(name);
  if (api === undefined) throw new Error(`Nobody of the demo has the name ${name}.`);
  return api;
}
