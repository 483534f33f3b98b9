import { tables } from '@palaver/db';
import { and, asc, eq, gt } from 'drizzle-orm';
import { iso } from '../../kernel/sql/instant.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import type { ExportedPeople } from './exported-people.js';
import type { ExportedChannel } from './message-lines.js';
import type { ServerExport } from './server-export.js';

const { channelMembers, serverBans, serverMembers, serverTimeouts, userGroupMembers, userGroups } = tables;

/** Members that are read together. */
const PAGE = 500;

/** Who is in a server, banned from it or timed out there. */
export async function* memberLines(
  given: ServerExport,
  people: ExportedPeople,
): AsyncGenerator<GivenArchiveLine, void> {
  const { db, serverId, goOn } = given;
  for (let after: string | null = null; ; ) {
    await goOn(null);
    const page: Array<typeof serverMembers.$inferSelect> = await db
      .select()
      .from(serverMembers)
      .where(
        and(
          eq(serverMembers.serverId, serverId),
          after === null ? undefined : gt(serverMembers.userId, after),
        ),
      )
      .orderBy(asc(serverMembers.userId))
      .limit(PAGE);
    for (const { userId } of page) people.addMember(userId);
    yield* people.before({
      userIds: page.map(({ userId }) => userId),
      lines: page.map(({ userId, role, joinedAt }) => ({
        type: 'member',
        data: { userId, role, joinedAt: iso(joinedAt) },
      })),
    });
    after = page.at(-1)?.userId ?? null;
    if (page.length < PAGE) break;
  }
  const bans = await db
    .select()
    .from(serverBans)
    .where(eq(serverBans.serverId, serverId))
    .orderBy(asc(serverBans.userId));
  const timeouts = await db
    .select()
    .from(serverTimeouts)
    .where(eq(serverTimeouts.serverId, serverId))
    .orderBy(asc(serverTimeouts.userId));
  // A user can come no later than the members, so those who are no members come before the first ban.
  yield* people.before({
    userIds: [
      ...bans.flatMap(({ userId, bannedBy }) => [userId, bannedBy]),
      ...timeouts.flatMap((row) => [row.userId, row.timedOutBy]),
    ],
    lines: bans.map(({ userId, reason, bannedBy, createdAt, expiresAt }) => ({
      type: 'ban',
      data: { userId, reason, bannedBy, createdAt: iso(createdAt), expiresAt: expiresAt && iso(expiresAt) },
    })),
  });
  for (const { userId, until, reason, timedOutBy, createdAt } of timeouts)
    yield {
      type: 'timeout',
      data: { userId, until: iso(until), reason, timedOutBy, createdAt: iso(createdAt) },
    };
}

/** Who is in which user group and channel, of those who are in the server as the lines say. */
export async function* belongingLines(
  { db, serverId, goOn }: ServerExport,
  exported: readonly ExportedChannel[],
  people: ExportedPeople,
): AsyncGenerator<GivenArchiveLine, void> {
  const grouped = await db
    .select({ groupId: userGroupMembers.groupId, userId: userGroupMembers.userId })
    .from(userGroupMembers)
    .innerJoin(userGroups, eq(userGroups.id, userGroupMembers.groupId))
    .where(eq(userGroups.serverId, serverId))
    .orderBy(asc(userGroupMembers.groupId), asc(userGroupMembers.userId));
  for (const data of grouped) if (people.isMember(data.userId)) yield { type: 'userGroupMember', data };
  for (const { id } of exported) {
    for (let after: string | null = null; ; ) {
      await goOn(id);
      const page: Array<typeof channelMembers.$inferSelect> = await db
        .select()
        .from(channelMembers)
        .where(
          and(
            eq(channelMembers.channelId, id),
            after === null ? undefined : gt(channelMembers.userId, after),
          ),
        )
        .orderBy(asc(channelMembers.userId))
        .limit(PAGE);
      for (const { channelId, userId, joinedAt } of page)
        if (people.isMember(userId))
          yield { type: 'channelMember', data: { channelId, userId, joinedAt: iso(joinedAt) } };
      after = page.at(-1)?.userId ?? null;
      if (page.length < PAGE) break;
    }
  }
}
