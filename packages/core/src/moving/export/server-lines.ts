import { tables } from '@palaver/db';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { iso } from '../../kernel/sql/instant.js';
import { ARCHIVE_VERSION, type GivenArchiveLine } from '../archive/lines.js';
import { fileOfEmoji, fileOfImage } from './exported-files.js';
import { ExportedPeople } from './exported-people.js';
import { belongingLines, memberLines } from './member-lines.js';
import { type ExportedChannel, messageLines, type NamingLines } from './message-lines.js';
import type { ServerExport } from './server-export.js';

const { channelGroups, channels, serverEmoji, servers, streamHeads, userGroups } = tables;

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

async function serverLine({ db, files, serverId }: ServerExport): Promise<NamingLines> {
  const [row] = await db
    .select()
    .from(servers)
    .where(and(eq(servers.id, serverId), isNull(servers.deletedAt)));
  if (!row) throw new Error(`server ${serverId} is gone`);
  const { id, name, iconPath, ownerId, retentionDays, editHistory, externalId, metadata, createdAt } = row;
  const data = {
    id,
    name,
    icon: await fileOfImage(files, 'icon', iconPath),
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
