import { createServerWith } from '../create-server.js';
import type { Caller, TestUser, World } from '../world.js';

/** One request of a write, the same however often it is called. */
export type Request = (call: Caller) => Promise<unknown>;

/** What the requests of the writes are made from. */
export interface Preparation {
  readonly world: World;
  /** Who will make the request. */
  readonly who: TestUser;
  /** A number that no other request has. */
  readonly n: number;
}

/** Makes a request that `who` may make, and what it needs. Each one made is a different request. */
export type Prepare = (preparation: Preparation) => Promise<Request>;

/** Writes by the names of their procedures. */
export type Writes = Readonly<Record<string, Prepare>>;

export const otherPerson = ({ world, n }: Preparation) => world.person(`other-${n}`);

export async function newChannel({ who }: Preparation): Promise<{ serverId: string; channelId: string }> {
  const { id: serverId } = await createServerWith(who);
  const { id: channelId } = await who.call.channels.create({ serverId, name: 'keys' });
  return { serverId, channelId };
}

export async function newBot(who: TestUser, n: number): Promise<string> {
  return (await who.call.bots.create({ username: `helper-${n}` })).bot.id;
}
