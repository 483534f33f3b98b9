import { createEmoji } from '../create-emoji.js';
import { createServerWith } from '../create-server.js';
import type { TestUser } from '../world.js';
import { newBot, type Writes } from './preparation.js';

/** The writes of servers and groups. */
export const SERVER_WRITES: Writes = {
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
  'emoji.update': async ({ world, who }) => {
    const { id: serverId } = await createServerWith(who);
    const { id: emojiId } = await createEmoji(world, who, { serverId, name: 'before' });
    return (call) => call.emoji.update({ serverId, emojiId, name: 'after' });
  },
  'emoji.delete': async ({ world, who }) => {
    const { id: serverId } = await createServerWith(who);
    const { id: emojiId } = await createEmoji(world, who, { serverId, name: 'gone' });
    return (call) => call.emoji.delete({ serverId, emojiId });
  },
  'servers.ban': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    return (call) => call.servers.ban({ serverId, userId: other.id, reason: 'spam' });
  },
  'servers.deleteMessagesOf': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    return (call) => call.servers.deleteMessagesOf({ serverId, userId: other.id, hours: 24 });
  },
  'erasures.eraseChannel': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    const { id: channelId } = await who.call.channels.create({ serverId, name: 'cleared' });
    return (call) => call.erasures.eraseChannel({ serverId, channelId });
  },
  'erasures.eraseMember': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    return (call) => call.erasures.eraseMember({ serverId, userId: other.id });
  },
  'servers.unban': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    await who.call.servers.ban({ serverId, userId: other.id });
    return (call) => call.servers.unban({ serverId, userId: other.id });
  },
  'servers.timeOut': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    const until = inAnHour();
    return (call) => call.servers.timeOut({ serverId, userId: other.id, until, reason: 'spam' });
  },
  'servers.endTimeout': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(who, other);
    await who.call.servers.timeOut({ serverId, userId: other.id, until: inAnHour() });
    return (call) => call.servers.endTimeout({ serverId, userId: other.id });
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
  'userGroups.create': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.userGroups.create({ serverId, handle: 'designers' });
  },
  'userGroups.update': async ({ who }) => {
    const path = await newUserGroup(who);
    return (call) => call.userGroups.update({ ...path, name: 'Design' });
  },
  'userGroups.delete': async ({ who }) => {
    const path = await newUserGroup(who);
    return (call) => call.userGroups.delete(path);
  },
  'userGroups.addMember': async ({ who }) => {
    const path = await newUserGroup(who);
    return (call) => call.userGroups.addMember({ ...path, userId: who.id });
  },
  'userGroups.removeMember': async ({ who }) => {
    const path = { ...(await newUserGroup(who)), userId: who.id };
    await who.call.userGroups.addMember(path);
    return (call) => call.userGroups.removeMember(path);
  },
};

async function newGroup(who: TestUser): Promise<{ serverId: string; groupId: string }> {
  const { id: serverId } = await createServerWith(who);
  const { id: groupId } = await who.call.groups.create({ serverId, name: 'Projects' });
  return { serverId, groupId };
}

async function newUserGroup(who: TestUser): Promise<{ serverId: string; userGroupId: string }> {
  const { id: serverId } = await createServerWith(who);
  const { id: userGroupId } = await who.call.userGroups.create({ serverId, handle: 'designers' });
  return { serverId, userGroupId };
}

/** By the clock of the database, which tests do not move. */
function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString();
}
