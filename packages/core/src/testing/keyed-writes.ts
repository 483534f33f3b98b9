import { createServerWith } from './create-server.js';
import { type Caller, PASSWORD, type TestUser, type World } from './world.js';

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
type Prepare = (preparation: Preparation) => Promise<Request>;

/** Every procedure that takes an idempotency key, by its name. */
export const KEYED_WRITES: Readonly<Record<string, Prepare>> = {
  'admin.createUser': async (preparation) => {
    await beAdmin(preparation);
    return (call) => call.admin.createUser({ username: `made-${preparation.n}` });
  },
  'admin.updateUser': async (preparation) => {
    const userId = await subject(preparation);
    return (call) => call.admin.updateUser({ userId, deactivated: true });
  },
  'admin.resetPassword': async (preparation) => {
    const userId = await subject(preparation);
    return (call) => call.admin.resetPassword({ userId });
  },
  'admin.endSession': async (preparation) => {
    const userId = await subject(preparation);
    const [session] = await preparation.world.operator.call.admin.sessions({ userId });
    return (call) => call.admin.endSession({ userId, sessionId: session?.id ?? '' });
  },
  'admin.deleteServer': async (preparation) => {
    await beAdmin(preparation);
    const { id: serverId } = await createServerWith(await otherPerson(preparation));
    return (call) => call.admin.deleteServer({ serverId });
  },
  'admin.handOverServer': async (preparation) => {
    await beAdmin(preparation);
    const other = await otherPerson(preparation);
    const { id: serverId } = await createServerWith(other, preparation.who);
    return (call) => call.admin.handOverServer({ serverId, userId: preparation.who.id });
  },
  'auth.endSession': async (preparation) => {
    const sessionId = await anotherSession(preparation);
    return (call) => call.auth.endSession({ sessionId });
  },
  'auth.changePassword': async (preparation) => {
    const { who, n } = preparation;
    await anotherSession(preparation);
    const [currentPassword, newPassword] = [passwords.get(who.id) ?? PASSWORD, `${PASSWORD} ${n}`];
    return async (call) => {
      const done = await call.auth.changePassword({ currentPassword, newPassword });
      passwords.set(who.id, newPassword);
      return done;
    };
  },
  'users.updateMe':
    async ({ n }) =>
    (call) =>
      call.users.updateMe({ status: `status ${n}` }),
  'users.setAvatar': async ({ n }) => {
    return (call) => call.users.setAvatar(picture(n));
  },
  'users.removeAvatar': async ({ who, n }) => {
    await who.call.users.setAvatar(picture(n));
    return (call) => call.users.removeAvatar();
  },
  'servers.create':
    async ({ n }) =>
    (call) =>
      call.servers.create({ name: `server ${n}` }),
  'servers.update': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.servers.update({ serverId, name: 'renamed' });
  },
  'servers.delete': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.servers.delete({ serverId });
  },
  'servers.addMember': async ({ who, n }) => {
    const { id: serverId } = await createServerWith(who);
    const userId = await newBot(who, n);
    return (call) => call.servers.addMember({ serverId, userId });
  },
  'servers.updateMember': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    return (call) => call.servers.updateMember({ serverId, userId: other.id, role: 'admin' });
  },
  'servers.removeMember': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    return (call) => call.servers.removeMember({ serverId, userId: other.id });
  },
  'servers.leave': async ({ world, who, n }) => {
    const { id: serverId } = await createServerWith(await world.person(`other-${n}`), who);
    return (call) => call.servers.leave({ serverId });
  },
  'servers.ban': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    return (call) => call.servers.ban({ serverId, userId: other.id, reason: 'spam' });
  },
  'servers.unban': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    await who.call.servers.ban({ serverId, userId: other.id });
    return (call) => call.servers.unban({ serverId, userId: other.id });
  },
  'servers.createInvite': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.servers.createInvite({ serverId });
  },
  'servers.deleteInvite': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    const { code } = await who.call.servers.createInvite({ serverId });
    return (call) => call.servers.deleteInvite({ serverId, code });
  },
  'servers.acceptInvite': async ({ world, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(other);
    const { code } = await other.call.servers.createInvite({ serverId, maxUses: 1 });
    return (call) => call.servers.acceptInvite({ code });
  },
  'channels.create': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.channels.create({ serverId, name: 'keys' });
  },
  'channels.update': async (preparation) => {
    const path = await newChannel(preparation);
    return (call) => call.channels.update({ ...path, topic: 'Plans' });
  },
  'channels.delete': async (preparation) => {
    const path = await newChannel(preparation);
    return (call) => call.channels.delete(path);
  },
  'channels.join': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(other, who);
    const { id: channelId } = await other.call.channels.create({ serverId, name: 'keys' });
    return (call) => call.channels.join({ serverId, channelId });
  },
  'channels.leave': async (preparation) => {
    const path = await newChannel(preparation);
    return (call) => call.channels.leave(path);
  },
  'channels.addMember': async (preparation) => {
    const { other, ...path } = await channelWithOther(preparation);
    return (call) => call.channels.addMember({ ...path, userId: other.id });
  },
  'channels.removeMember': async (preparation) => {
    const { other, ...path } = await channelWithOther(preparation);
    await other.call.channels.join(path);
    return (call) => call.channels.removeMember({ ...path, userId: other.id });
  },
  'dms.create': async ({ world, n }) => {
    const other = await world.person(`other-${n}`);
    return (call) => call.dms.create({ userIds: [other.id] });
  },
  'groups.create': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.groups.create({ serverId, name: 'Projects' });
  },
  'groups.update': async ({ who }) => {
    const path = await newGroup(who);
    return (call) => call.groups.update({ ...path, name: 'Plans' });
  },
  'groups.delete': async ({ who }) => {
    const path = await newGroup(who);
    return (call) => call.groups.delete(path);
  },
  'messages.send': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    return (call) => call.messages.send({ channelId, content: 'hello' });
  },
  'messages.reply': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.messages.reply({ messageId, content: 'hello' });
  },
  'messages.edit': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.messages.edit({ messageId, content: 'edited' });
  },
  'messages.delete': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.messages.delete({ messageId });
  },
  'messages.react': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.messages.react({ messageId, emoji: '🎉' });
  },
  'messages.unreact': async (preparation) => {
    const messageId = await newMessage(preparation);
    await preparation.who.call.messages.react({ messageId, emoji: '🎉' });
    return (call) => call.messages.unreact({ messageId, emoji: '🎉' });
  },
  'bots.create':
    async ({ n }) =>
    (call) =>
      call.bots.create({ username: `robot-${n}` }),
  'bots.update': async ({ who, n }) => {
    const botId = await newBot(who, n);
    return (call) => call.bots.update({ botId, displayName: 'Helper' });
  },
  'bots.delete': async ({ who, n }) => {
    const botId = await newBot(who, n);
    return (call) => call.bots.delete({ botId });
  },
  'bots.rotateToken': async ({ who, n }) => {
    const botId = await newBot(who, n);
    return (call) => call.bots.rotateToken({ botId });
  },
  'notificationPreferences.setForServer': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.notificationPreferences.setForServer({ serverId, level: 'nothing' });
  },
  'notificationPreferences.setForChannelById': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    return (call) => call.notificationPreferences.setForChannelById({ channelId, level: 'nothing' });
  },
  'notificationPreferences.setForDm': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: channelId } = await who.call.dms.create({ userIds: [other.id] });
    return (call) => call.notificationPreferences.setForDm({ channelId, level: 'nothing' });
  },
  'notificationPreferences.setForChannel': async (preparation) => {
    const path = await newChannel(preparation);
    return (call) => call.notificationPreferences.setForChannel({ ...path, level: 'nothing' });
  },
  'realtime.ticket': async () => (call) => call.realtime.ticket(),
};

/** Makes the caller an admin of the instance. */
async function beAdmin({ world, who }: Preparation): Promise<void> {
  await world.operator.call.admin.updateUser({ userId: who.id, admin: true });
}

const otherPerson = ({ world, n }: Preparation) => world.person(`other-${n}`);

/** Another person, for what an admin does to an account. */
async function subject(preparation: Preparation): Promise<string> {
  await beAdmin(preparation);
  return (await otherPerson(preparation)).id;
}

/** The passwords that `auth.changePassword` has set, by user. */
const passwords = new Map<string, string>();

/** Begins the only other session of the user, and returns its id. */
async function anotherSession({ world, who }: Preparation): Promise<string> {
  const others = async () => (await who.call.auth.sessions()).filter(({ current }) => !current);
  for (const { id: sessionId } of await others()) await who.call.auth.endSession({ sessionId });
  const { username } = await who.call.users.me();
  await world.anonymous.call.auth.login({ username, password: passwords.get(who.id) ?? PASSWORD });
  const [other] = await others();
  if (!other) throw new Error('signing in begins a session');
  return other.id;
}

/** Another colour for each `n`. */
function picture(n: number): Blob {
  const colour = ((n * 0x345_7f3) & 0xffffff).toString(16).padStart(6, '0');
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0" fill="#${colour}"/></svg>`;
  // The native API passes a stream to the procedure; its type is that of what a client gives.
  return new Blob([image]).stream() as unknown as Blob;
}

async function newChannel({ who }: Preparation): Promise<{ serverId: string; channelId: string }> {
  const { id: serverId } = await createServerWith(who);
  const { id: channelId } = await who.call.channels.create({ serverId, name: 'keys' });
  return { serverId, channelId };
}

async function channelWithOther({ world, who, n }: Preparation) {
  const other = await world.person(`other-${n}`);
  const { id: serverId } = await createServerWith(who, other);
  const { id: channelId } = await who.call.channels.create({ serverId, name: 'keys' });
  return { other, serverId, channelId };
}

async function newMessage(preparation: Preparation): Promise<string> {
  const { channelId } = await newChannel(preparation);
  return (await preparation.who.call.messages.send({ channelId, content: 'root' })).id;
}

async function newGroup(who: TestUser): Promise<{ serverId: string; groupId: string }> {
  const { id: serverId } = await createServerWith(who);
  const { id: groupId } = await who.call.groups.create({ serverId, name: 'Projects' });
  return { serverId, groupId };
}

async function newBot(who: TestUser, n: number): Promise<string> {
  return (await who.call.bots.create({ username: `helper-${n}` })).bot.id;
}
