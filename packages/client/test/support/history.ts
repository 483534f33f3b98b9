import { createServerWith, type TestUser, type World } from '@palaver/core/testing';

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

/** An action chose from a list that is still empty. */
export class NothingToPick extends Error {}

/** Throws `NothingToPick` for an empty list. */
export function pick<T>(items: readonly T[], n: number): T {
  const item = items[n % items.length];
  if (item === undefined) throw new NothingToPick();
  return item;
}

/** One of the people, or the bot. */
export const person = ({ people, bot }: History, n: number): string =>
  pick([...people.map(({ id }) => id), bot.id], n);
