import { createServerWith } from './create-server.js';
import type { TestUser, World } from './world.js';

/** Users with every role towards the servers that `newServer` creates. */
export interface Roles {
  /** The owner. */
  readonly alice: TestUser;
  /** A plain member. */
  readonly bob: TestUser;
  /** Never a member. */
  readonly carol: TestUser;
  /** A former member. */
  readonly dave: TestUser;
  /** A bot of alice's, and a member. */
  readonly robot: TestUser;
  /** Returns the id of a new server. */
  newServer(): Promise<string>;
  /** A channel of a new server, which alice and bob are in. */
  newChannel(options?: ChannelOptions): Promise<{ readonly serverId: string; readonly channelId: string }>;
}

interface ChannelOptions {
  readonly isPrivate?: boolean;
  readonly readReceipts?: boolean;
}

/** Registers the users. */
export async function createRoles(world: World): Promise<Roles> {
  const alice = await world.person('alice');
  const bob = await world.person('bob');
  const carol = await world.person('carol');
  const dave = await world.person('dave');
  const { bot, token } = await alice.call.bots.create({ username: 'robot' });
  const robot = world.userWithToken(bot.id, token);
  const newServer = async () => {
    const { id: serverId } = await createServerWith(alice, bob, dave);
    await dave.call.servers.leave({ serverId });
    await alice.call.servers.addMember({ serverId, userId: robot.id });
    return serverId;
  };
  const newChannel = async (options: ChannelOptions = {}) => {
    const serverId = await newServer();
    const { id: channelId } = await alice.call.channels.create({ serverId, name: 'open', ...options });
    await alice.call.channels.addMember({ serverId, channelId, userId: bob.id });
    return { serverId, channelId };
  };
  return { alice, bob, carol, dave, robot, newServer, newChannel };
}
