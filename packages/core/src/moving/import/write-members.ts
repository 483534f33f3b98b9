import { plainArrayLiteral, statement, tables } from '@palaver/db';
import { at, type ChunkWrite, inBatches, keepMappings, linesOf, type Placed } from './chunk.js';
import { found } from './known.js';

const { channelMembers, serverBans, serverTimeouts, userGroupMembers } = tables;

const userId = ({ known }: ChunkWrite, sourceId: string): string => found(known.users, sourceId).id;

function serverIdOf({ known }: ChunkWrite): string {
  if (known.server === null) throw new Error('an import has no server yet');
  return known.server.id;
}

/** Whoever is in the server joins it when all of it is there (`joinMembers`). */
export async function writeMembers(w: ChunkWrite, lines: readonly Placed[]): Promise<void> {
  const members = linesOf(lines, 'member').map(({ value: { data } }) => ({
    sourceId: data.userId,
    id: userId(w, data.userId),
    note: { role: data.role, joinedAt: data.joinedAt },
  }));
  await keepMappings(w, 'member', members);
}

/** A time-out that is over, and a ban that is, ends with the next clean-up. */
export async function writeSanctions(w: ChunkWrite, lines: readonly Placed[]): Promise<void> {
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
  const rows = linesOf(lines, 'userGroupMember').map(({ value: { data } }) => ({
    groupId: found(w.known.userGroups, data.groupId),
    userId: userId(w, data.userId),
  }));
  await inBatches(rows, (some) => w.tx.insert(userGroupMembers).values(some).onConflictDoNothing());
  await countGroups(w.tx, [plainArrayLiteral([...new Set(rows.map(({ groupId }) => groupId))])]);
}

const countChannels = statement(`
  update channels channel set member_count = (select count(*) from channel_members where channel_id = channel.id)
  where id = any($1::text::uuid[])`);

/** They have read everything: nothing of a history is unread. */
export async function writeChannelMembers(w: ChunkWrite, lines: readonly Placed[]): Promise<void> {
  const rows = linesOf(lines, 'channelMember').map(({ value: { data } }) => {
    const { id: channelId, head } = found(w.known.channels, data.channelId);
    return { channelId, userId: userId(w, data.userId), joinedAt: at(data.joinedAt), readSeq: head };
  });
  await inBatches(rows, (some) => w.tx.insert(channelMembers).values(some).onConflictDoNothing());
  await countChannels(w.tx, [plainArrayLiteral([...new Set(rows.map(({ channelId }) => channelId))])]);
}
