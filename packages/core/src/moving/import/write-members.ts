import { plainArrayLiteral, statement, tables } from '@palaver/db';
import type { Role } from '../../protocol/records/server.js';
import { announceUserGroups } from './announce.js';
import {
  at,
  type ChunkWrite,
  inBatches,
  isUpdate,
  keepMappings,
  linesOf,
  newOnes,
  type Placed,
} from './chunk.js';
import { joinChannels } from './join-channels.js';
import { found } from './known.js';

const { channelMembers, serverBans, serverTimeouts, userGroupMembers } = tables;

const userId = ({ known }: ChunkWrite, sourceId: string): string => found(known.users, sourceId).id;

/** Whoever has deleted their account here comes into nothing. */
const isThere = ({ known }: ChunkWrite, sourceId: string): boolean => !found(known.users, sourceId).isGone;

/** An owner is there already where a later archive names another one, and where who imports owns the server. */
function roleIn(w: ChunkWrite, role: Role): Role {
  if (role !== 'owner') return role;
  if (w.known.importerId !== null) return 'member';
  return isUpdate(w) ? 'admin' : role;
}

function serverIdOf({ known }: ChunkWrite): string {
  if (known.server === null) throw new Error('an import has no server yet');
  return known.server.id;
}

/** Whoever is in the server joins it when all of it is there (`joinMembers`). */
export async function writeMembers(w: ChunkWrite, lines: readonly Placed[]): Promise<void> {
  const given = linesOf(lines, 'member').filter(
    ({ value }) => isThere(w, value.data.userId) && userId(w, value.data.userId) !== w.known.importerId,
  );
  const fresh = await newOnes(w, 'member', given, ({ value }) => value.data.userId);
  const members = fresh.map(({ value: { data } }) => ({
    sourceId: data.userId,
    id: userId(w, data.userId),
    note: {
      role: roleIn(w, data.role),
      joinedAt: data.joinedAt,
      import: w.ownId,
    },
  }));
  await keepMappings(w, 'member', members);
}

/** A time-out that is over, and a ban that is, ends with the next clean-up. In a server that is used, its moderators decide. */
export async function writeSanctions(w: ChunkWrite, lines: readonly Placed[]): Promise<void> {
  if (isUpdate(w)) return;
  const serverId = serverIdOf(w);
  const bans = linesOf(lines, 'ban').map(({ value: { data } }) => ({
    serverId,
    userId: userId(w, data.userId),
    reason: data.reason,
    bannedBy: userId(w, data.bannedBy),
    createdAt: at(data.createdAt),
    expiresAt: data.expiresAt === null ? null : at(data.expiresAt),
  }));
  await inBatches(bans, (some) => w.tx.insert(serverBans).values(some).onConflictDoNothing());
  const timeouts = linesOf(lines, 'timeout').map(({ value: { data } }) => ({
    serverId,
    userId: userId(w, data.userId),
    until: at(data.until),
    reason: data.reason,
    timedOutBy: userId(w, data.timedOutBy),
    createdAt: at(data.createdAt),
  }));
  await inBatches(timeouts, (some) => w.tx.insert(serverTimeouts).values(some).onConflictDoNothing());
}

const countGroups = statement(`
  update user_groups grouped set member_count = (select count(*) from user_group_members where group_id = grouped.id)
  where id = any($1::text::uuid[])`);

export async function writeUserGroupMembers(w: ChunkWrite, lines: readonly Placed[]): Promise<void> {
  const given = linesOf(lines, 'userGroupMember')
    .map(({ value: { data } }) => data)
    .filter((data) => isThere(w, data.userId));
  const sourceIdOf = (data: (typeof given)[number]) => pairOf(data.groupId, data.userId);
  const fresh = await newOnes(w, 'userGroupMember', given, sourceIdOf);
  const rows = fresh.map((data) => ({
    groupId: found(w.known.userGroups, data.groupId),
    userId: userId(w, data.userId),
  }));
  await inBatches(rows, (some) => w.tx.insert(userGroupMembers).values(some).onConflictDoNothing());
  const groupIds = [...new Set(rows.map(({ groupId }) => groupId))];
  await countGroups(w.tx, [plainArrayLiteral(groupIds)]);
  await keepMappings(
    w,
    'userGroupMember',
    fresh.map((data) => ({ sourceId: sourceIdOf(data), id: userId(w, data.userId) })),
  );
  if (isUpdate(w)) await announceUserGroups(w, groupIds);
}

const countChannels = statement(`
  update channels channel set member_count = (select count(*) from channel_members where channel_id = channel.id)
  where id = any($1::text::uuid[])`);

/** They have read everything: nothing of a history is unread. */
export async function writeChannelMembers(w: ChunkWrite, lines: readonly Placed[]): Promise<void> {
  const given = linesOf(lines, 'channelMember')
    .map(({ value: { data } }) => data)
    .filter((data) => isThere(w, data.userId));
  const sourceIdOf = (data: (typeof given)[number]) => pairOf(data.channelId, data.userId);
  const fresh = await newOnes(w, 'channelMember', given, sourceIdOf);
  const members = fresh.map((data) => {
    const channel = found(w.known.channels, data.channelId);
    return { channel, userId: userId(w, data.userId), joinedAt: at(data.joinedAt) };
  });
  if (isUpdate(w)) await joinChannels(w, members);
  else {
    const rows = members.map(({ channel, ...row }) => ({
      ...row,
      channelId: channel.id,
      readSeq: channel.head,
    }));
    await inBatches(rows, (some) => w.tx.insert(channelMembers).values(some).onConflictDoNothing());
    await countChannels(w.tx, [plainArrayLiteral([...new Set(rows.map(({ channelId }) => channelId))])]);
  }
  await keepMappings(
    w,
    'channelMember',
    fresh.map((data) => ({ sourceId: sourceIdOf(data), id: userId(w, data.userId) })),
  );
}

/** The key of two things together. */
const pairOf = (one: string, another: string): string => JSON.stringify([one, another]);
