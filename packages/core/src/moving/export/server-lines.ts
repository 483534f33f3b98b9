import { plainArrayLiteral, type Queryable, tables } from '@palaver/db';
import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { FileStore } from '../../kernel/services/file-store.js';
import { iso } from '../../kernel/sql/instant.js';
import { DELETED_PROFILE } from '../../users/deleted-profile.js';
import { ARCHIVE_VERSION, type GivenArchiveLine } from '../archive/lines.js';
import { fileOfAvatar, fileOfEmoji } from './exported-files.js';
import { type ExportedChannel, messageLines, type NamingLines } from './message-lines.js';

const {
  channelGroups,
  channelMembers,
  channels,
  serverBans,
  serverEmoji,
  serverMembers,
  servers,
  serverTimeouts,
  streamHeads,
  userGroupMembers,
  userGroups,
  users,
} = tables;

/** Members that are read together. */
const PAGE = 500;

export interface ServerExport {
  readonly db: Queryable;
  readonly files: Pick<FileStore, 'size'>;
  readonly serverId: string;
  /** Which of its channels, as a condition on their table. */
  readonly which: SQL | undefined;
  /** Whether external ids of accounts are in it, which their owners and admins of the service alone see, and earlier texts in any case. */
  readonly isOfOperator: boolean;
  readonly exportedAt: Date;
  readonly writtenBy: string;
  /** Awaited before each page, with the channel that it is of; throws where the export has to end. */
  readonly goOn: (channelId: string | null) => Promise<void>;
}

/** The lines of a server: its channels up to where each one is when the export begins, everything else as it is when it is read. */
export async function* serverLines(given: ServerExport): AsyncGenerator<GivenArchiveLine, void> {
  const { db, serverId, goOn } = given;
  const people = new ExportedPeople(given);
  const { which, isOfOperator, exportedAt, writtenBy } = given;
  const places = await db
    .select({ channel: channels, head: streamHeads.lastSeq })
    .from(channels)
    .innerJoin(streamHeads, eq(streamHeads.id, channels.id))
    .where(and(eq(channels.serverId, serverId), isNull(channels.deletedAt), which))
    .orderBy(asc(channels.id));
  yield {
    type: 'header',
    data: { version: ARCHIVE_VERSION, source: `palaver:${serverId}`, writtenBy, exportedAt: iso(exportedAt) },
  };
  const parts = [await serverLine(given), await emojiLines(given), await groupLines(given)];
  for (const part of parts) yield* people.before(part);
  const idsOf = (type: GivenArchiveLine['type']) =>
    new Set(
      parts.flatMap(({ lines }) =>
        lines.flatMap((line) => (line.type === type && 'id' in line.data ? [line.data.id] : [])),
      ),
    );
  const isHiddenFromAll = parts.some(({ lines }) =>
    lines.some((line) => line.type === 'server' && line.data.editHistory === 'nobody'),
  );
  const options = {
    withEdits: isOfOperator || !isHiddenFromAll,
    emojiIds: idsOf('emoji'),
    userGroupIds: idsOf('userGroup'),
  };
  yield* people.before({
    userIds: places.map(({ channel }) => channel.createdBy),
    lines: places.map(({ channel }) => channelLine(channel)),
  });
  const exported: ExportedChannel[] = places.map(({ channel, head }) => ({ id: channel.id, head }));
  for (const channel of exported)
    for await (const page of messageLines(db, channel, options)) {
      await goOn(channel.id);
      yield* people.before(page);
    }
  yield* memberLines(given, people);
  yield* belongingLines(given, exported, people);
}

/** Who has a line already. */
class ExportedPeople {
  readonly #seen = new Set<string>();
  readonly #members = new Set<string>();
  readonly #given: ServerExport;

  constructor(given: ServerExport) {
    this.#given = given;
  }

  /** Lines, after those of the users whom they name. */
  async *before({ userIds, lines }: NamingLines): AsyncGenerator<GivenArchiveLine, void> {
    yield* this.#linesOf(userIds.filter((id) => !this.#seen.has(id)));
    yield* lines;
  }

  addMember(userId: string): void {
    this.#members.add(userId);
  }

  isMember(userId: string): boolean {
    return this.#members.has(userId);
  }

  async *#linesOf(ids: readonly string[]): AsyncGenerator<GivenArchiveLine, void> {
    if (ids.length === 0) return;
    const { db } = this.#given;
    const rows = await db
      .select()
      .from(users)
      .where(sql`${users.id} = any(${plainArrayLiteral(ids)}::text::uuid[])`)
      .orderBy(asc(users.id));
    const owners = rows.flatMap(({ id, botOwnerId }) =>
      botOwnerId === null || botOwnerId === id || this.#seen.has(botOwnerId) ? [] : [botOwnerId],
    );
    // Owners of bots are people, and the account of a webhook owns itself, so this ends.
    yield* this.#linesOf([...new Set(owners)]);
    for (const row of rows) {
      if (this.#seen.has(row.id)) continue;
      this.#seen.add(row.id);
      yield await this.#lineOf(row);
    }
  }

  async #lineOf(row: typeof users.$inferSelect): Promise<GivenArchiveLine> {
    const { id, bot, botOwnerId } = row;
    const fixed = { id, bot, botOwnerId, createdAt: iso(row.createdAt) };
    if (row.deletedAt !== null) {
      const { username, displayName } = DELETED_PROFILE;
      return { type: 'user', data: { ...fixed, username, displayName, deleted: true } };
    }
    const { username, displayName, metadata, avatarPath } = row;
    const avatar = avatarPath === null ? null : await fileOfAvatar(this.#given.files, avatarPath);
    const externalId = this.#given.isOfOperator ? row.externalId : null;
    return { type: 'user', data: { ...fixed, username, displayName, metadata, avatar, externalId } };
  }
}

async function serverLine({ db, serverId }: ServerExport): Promise<NamingLines> {
  const [row] = await db
    .select()
    .from(servers)
    .where(and(eq(servers.id, serverId), isNull(servers.deletedAt)));
  if (!row) throw new Error(`server ${serverId} is gone`);
  const { id, name, ownerId, retentionDays, editHistory, externalId, metadata, createdAt } = row;
  const data = {
    id,
    name,
    ownerId,
    retentionDays,
    editHistory,
    externalId,
    metadata,
    createdAt: iso(createdAt),
  };
  return { userIds: [ownerId], lines: [{ type: 'server', data }] };
}

async function emojiLines({ db, files, serverId }: ServerExport): Promise<NamingLines> {
  const rows = await db
    .select()
    .from(serverEmoji)
    .where(eq(serverEmoji.serverId, serverId))
    .orderBy(asc(serverEmoji.id));
  const lines: GivenArchiveLine[] = [];
  for (const { id, name, createdBy, createdAt } of rows) {
    const image = await fileOfEmoji(files, id);
    if (image !== null)
      lines.push({ type: 'emoji', data: { id, name, createdBy, createdAt: iso(createdAt), image } });
  }
  return { userIds: rows.map(({ createdBy }) => createdBy), lines };
}

async function groupLines({ db, serverId }: ServerExport): Promise<NamingLines> {
  const people = await db
    .select()
    .from(userGroups)
    .where(eq(userGroups.serverId, serverId))
    .orderBy(asc(userGroups.id));
  const places = await db
    .select()
    .from(channelGroups)
    .where(eq(channelGroups.serverId, serverId))
    .orderBy(asc(channelGroups.id));
  const ofPeople = people.map(({ id, handle, name, createdBy, createdAt }): GivenArchiveLine => {
    return { type: 'userGroup', data: { id, handle, name, createdBy, createdAt: iso(createdAt) } };
  });
  const ofPlaces = places.map(({ id, name, position, userId, createdAt }): GivenArchiveLine => {
    return {
      type: 'channelGroup',
      data: { id, name, position, createdBy: userId, createdAt: iso(createdAt) },
    };
  });
  const userIds = [...people.map(({ createdBy }) => createdBy), ...places.map(({ userId }) => userId)];
  return { userIds, lines: [...ofPeople, ...ofPlaces] };
}

function channelLine(row: typeof channels.$inferSelect): GivenArchiveLine {
  const { serverId, isDm, memberCount, dmKey, deletedAt, createdAt, retentionSetAt, ...fields } = row;
  return { type: 'channel', data: { ...fields, createdAt: iso(createdAt) } };
}

async function* memberLines(
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
async function* belongingLines(
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
