import { QUOTAS } from '../../kernel/services/quotas.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import type { LineOf } from '../archive/lines.js';
import type { SeenLines } from './seen-lines.js';

/** Checks a user, before anybody is a member. Throws `ArchiveError`. */
export async function checkUser(
  seen: SeenLines,
  { id, bot, botOwnerId, deleted, createdAt, avatar }: LineOf<'user'>['data'],
): Promise<void> {
  seen.requireFew('users', seen.users.size, ARCHIVE_LIMITS.users);
  seen.requireNew(seen.users, id);
  seen.requirePast(createdAt);
  if (bot !== (botOwnerId !== null))
    throw seen.wrong('a bot names its owner in botOwnerId, and nobody else does');
  if (botOwnerId !== null && botOwnerId !== id && seen.users.get(botOwnerId)?.bot !== false)
    throw seen.wrong(`botOwnerId "${botOwnerId}" is no person of an earlier line`);
  seen.users.set(id, { bot, deleted });
  if (avatar !== null) await seen.takeFile(avatar, seen.against.limits.avatarBytes, 'AVATAR_MAX_MB');
}

/** Checks what somebody is in the server, or in a group or channel of it. Throws `ArchiveError`. */
export function checkPerson(
  seen: SeenLines,
  line: LineOf<'member' | 'ban' | 'timeout' | 'userGroupMember' | 'channelMember'>,
): void {
  seen.requireUser(line.data.userId);
  switch (line.type) {
    case 'member': {
      const { userId, role, joinedAt } = line.data;
      seen.requireNew(seen.members, userId);
      seen.requirePast(joinedAt);
      const user = seen.users.get(userId);
      if (user?.deleted) throw seen.wrong('a deleted user is no member');
      if (user?.bot && role !== 'member') throw seen.wrong('a bot is always a member');
      if ((role === 'owner') !== (userId === seen.server?.ownerId))
        throw seen.wrong('the owner is the one whom the server names');
      seen.members.set(userId, role);
      return;
    }
    case 'ban':
      seen.requireUser(line.data.bannedBy);
      if (seen.members.has(line.data.userId)) throw seen.wrong('a member is not banned');
      seen.requirePast(line.data.createdAt);
      return;
    case 'timeout':
      seen.requireUser(line.data.timedOutBy);
      seen.requirePast(line.data.createdAt);
      return;
    case 'userGroupMember': {
      const { groupId, userId } = line.data;
      const count = seen.userGroups.get(groupId);
      if (count === undefined) throw seen.wrong(`groupId "${groupId}" is no user group of an earlier line`);
      seen.requireMember(userId);
      seen.requireFew('members of the user group', count, QUOTAS.membersPerUserGroup.most);
      seen.userGroups.set(groupId, count + 1);
      return;
    }
    case 'channelMember': {
      const channel = seen.channels.get(line.data.channelId);
      if (channel === undefined || channel.isDm)
        throw seen.wrong(`channelId "${line.data.channelId}" is no channel of the server`);
      seen.requireMember(line.data.userId);
      seen.requirePast(line.data.joinedAt);
      return;
    }
  }
}
