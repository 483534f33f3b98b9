import { type Transaction, tables } from '@palaver/db';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { dmKeyOf, dmNameOf } from '../../channels/dm-names.js';
import { emojiImageKey, emojiImageName } from '../../emoji/image-file.js';
import { openStream } from '../../log/append.js';
import { channelStream, serverStream } from '../../log/streams.js';
import { ICONS } from '../../servers/icon-file.js';
import { isAnimated } from '../../users/avatar-format.js';
import { ArchiveError } from '../archive/archive-error.js';
import { at, type ChunkWrite, inBatches, keepMappings, type Mapping, type Placed } from './chunk.js';
import { type IdTable, idsFor } from './kept-ids.js';
import { found } from './known.js';
import { storeOwnedImage } from './owned-image.js';

const { channelGroups, channels, imports, serverEmoji, servers, userGroups } = tables;

const userId = ({ known }: ChunkWrite, sourceId: string): string => found(known.users, sourceId).id;

function serverIdOf({ known }: ChunkWrite): string {
  if (known.server === null) throw new Error('an import has no server yet');
  return known.server.id;
}

/** The server has no members until all of it is there, so nobody sees it. */
export async function writeServer(w: ChunkWrite, { value: { data }, line }: Placed<'server'>): Promise<void> {
  const [id = ''] = await idsFor(
    w.tx,
    'servers',
    [{ sourceId: data.id, createdAt: data.createdAt, line }],
    undefined,
    true,
  );
  const createdAt = at(data.createdAt);
  const externalId = await freeExternalId(w.tx, servers, data.externalId);
  const iconPath = await storeOwnedImage(w, ICONS, id, data.id);
  const { name, retentionDays, editHistory, metadata } = data;
  await w.tx.insert(servers).values({
    id,
    name,
    iconPath,
    ownerId: userId(w, data.ownerId),
    createdAt,
    retentionDays,
    retentionSetAt: retentionDays === null ? null : w.clock.now(),
    editHistory,
    externalId,
    metadata,
  });
  await openStream(w.tx, serverStream(id), createdAt);
  await w.tx.update(imports).set({ serverId: id }).where(eq(imports.id, w.importId));
  await keepMappings(w, 'server', [{ sourceId: data.id, id }]);
  w.known.server = { id, keepsIds: id === data.id };
}

/** The external id, unless something here has it. */
async function freeExternalId(
  tx: Transaction,
  table: typeof servers | typeof channels,
  externalId: string | null,
): Promise<string | null> {
  if (externalId === null) return null;
  const isTaken =
    (await tx.$count(table, and(eq(table.externalId, externalId), isNull(table.deletedAt)))) > 0;
  return isTaken ? null : externalId;
}

type PlaceLine = Placed<'emoji' | 'userGroup' | 'channelGroup' | 'channel' | 'directMessage'>;

function newIds(w: ChunkWrite, table: IdTable, lines: readonly PlaceLine[]): Promise<string[]> {
  const things = lines.map(({ value: { data }, line }) => ({
    sourceId: data.id,
    createdAt: data.createdAt,
    line,
  }));
  return idsFor(w.tx, table, things, serverIdOf(w), w.known.server?.keepsIds ?? false);
}

/** Throws `ArchiveError` for an image that cannot be decoded: reactions name it. */
export async function writeEmoji(w: ChunkWrite, lines: ReadonlyArray<Placed<'emoji'>>): Promise<void> {
  const ids = await newIds(w, 'server_emoji', lines);
  const mappings: Mapping[] = [];
  for (const [
    index,
    {
      value: { data },
      line,
    },
  ] of lines.entries()) {
    const id = ids[index] ?? '';
    const image = w.images.get(data.id);
    if (image === undefined) throw new ArchiveError('the image of the emoji cannot be decoded', line);
    await w.files.write(emojiImageKey(emojiImageName(id)), image);
    await w.tx.insert(serverEmoji).values({
      id,
      serverId: serverIdOf(w),
      name: data.name,
      animated: isAnimated(image),
      createdBy: userId(w, data.createdBy),
      createdAt: at(data.createdAt),
    });
    w.known.emoji.set(data.id, id);
    mappings.push({ sourceId: data.id, id });
  }
  await keepMappings(w, 'emoji', mappings);
}

export async function writeUserGroups(
  w: ChunkWrite,
  lines: ReadonlyArray<Placed<'userGroup'>>,
): Promise<void> {
  const ids = await newIds(w, 'user_groups', lines);
  const mappings: Mapping[] = [];
  const rows = lines.map(({ value: { data } }, index) => {
    const id = ids[index] ?? '';
    w.known.userGroups.set(data.id, id);
    mappings.push({ sourceId: data.id, id });
    const { handle, name } = data;
    return {
      id,
      serverId: serverIdOf(w),
      handle,
      name,
      createdBy: userId(w, data.createdBy),
      createdAt: at(data.createdAt),
    };
  });
  await inBatches(rows, (some) => w.tx.insert(userGroups).values(some));
  await keepMappings(w, 'userGroup', mappings);
}

export async function writeChannelGroups(
  w: ChunkWrite,
  lines: ReadonlyArray<Placed<'channelGroup'>>,
): Promise<void> {
  const ids = await newIds(w, 'channel_groups', lines);
  const mappings: Mapping[] = [];
  const rows = lines.map(({ value: { data } }, index) => {
    const id = ids[index] ?? '';
    w.known.channelGroups.set(data.id, id);
    mappings.push({ sourceId: data.id, id });
    const { name, position } = data;
    return {
      id,
      serverId: serverIdOf(w),
      userId: userId(w, data.createdBy),
      name,
      position,
      createdAt: at(data.createdAt),
    };
  });
  await inBatches(rows, (some) => w.tx.insert(channelGroups).values(some));
  await keepMappings(w, 'channelGroup', mappings);
}

export async function writeChannels(
  w: ChunkWrite,
  lines: ReadonlyArray<Placed<'channel'> | Placed<'directMessage'>>,
): Promise<void> {
  const ids = await newIds(w, 'channels', lines);
  const mappings: Mapping[] = [];
  for (const [index, { value }] of lines.entries()) {
    const id = ids[index] ?? '';
    mappings.push(
      value.type === 'channel'
        ? await writeChannel(w, id, value.data)
        : await writeDirectMessage(w, id, value.data),
    );
  }
  await keepMappings(w, 'channel', mappings);
}

type ChannelData = Placed<'channel'>['value']['data'];
type DirectMessageData = Placed<'directMessage'>['value']['data'];

async function writeChannel(w: ChunkWrite, id: string, data: ChannelData): Promise<Mapping> {
  const { id: sourceId, createdBy, createdAt, groupId, externalId, ...fields } = data;
  await w.tx.insert(channels).values({
    ...fields,
    id,
    serverId: serverIdOf(w),
    createdBy: userId(w, createdBy),
    createdAt: at(createdAt),
    retentionSetAt: fields.retentionDays === null ? null : w.clock.now(),
    groupId: groupId === null ? null : found(w.known.channelGroups, groupId),
    externalId: await freeExternalId(w.tx, channels, externalId),
  });
  await beginHistory(w, { sourceId, id, home: serverIdOf(w), createdAt: at(createdAt), isLeftOut: false });
  return { sourceId, id };
}

/**
 * These people may have a direct message here already, which is theirs and stays as it is. A new one has a key of its own, and no
 * members, until all of it is there.
 */
async function writeDirectMessage(w: ChunkWrite, newId: string, data: DirectMessageData): Promise<Mapping> {
  const { id: sourceId, userIds, createdBy } = data;
  const people = [...new Set(userIds.map((id) => userId(w, id)))];
  const dmKey = dmKeyOf(people);
  const [before] = await w.tx.select({ id: channels.id }).from(channels).where(eq(channels.dmKey, dmKey));
  const createdAt = at(data.createdAt);
  if (before !== undefined || people.length < 2) {
    const id = before?.id ?? newId;
    w.known.channels.set(sourceId, { id, home: id, head: 0, lastAt: createdAt, pins: 0, isLeftOut: true });
    return { sourceId, id, note: { leftOut: 'yes' } };
  }
  const name = dmNameOf(dmKey);
  await w.tx.insert(channels).values({
    id: newId,
    name,
    displayName: name,
    isDm: true,
    isPrivate: true,
    createdBy: userId(w, createdBy),
    createdAt,
    dmKey: hiddenKey(w.importId, dmKey),
  });
  await beginHistory(w, { sourceId, id: newId, home: newId, createdAt, isLeftOut: false });
  return { sourceId, id: newId };
}

const HIDDEN = 'import ';

/** The key of a direct message that nobody sees yet: its people may open one of their own meanwhile. */
const hiddenKey = (importId: string, dmKey: string): string => `${HIDDEN}${importId} ${dmKey}`;

/** The key that a direct message of an import is to have; null for any other. */
export function shownKeyOf(key: string | null): string | null {
  return key?.startsWith(HIDDEN) ? (key.split(' ').at(-1) ?? null) : null;
}

interface NewHistory {
  readonly sourceId: string;
  readonly id: string;
  readonly home: string;
  readonly createdAt: Date;
  readonly isLeftOut: boolean;
}

async function beginHistory(w: ChunkWrite, { sourceId, createdAt, ...channel }: NewHistory): Promise<void> {
  await openStream(w.tx, channelStream(channel.id), createdAt);
  w.known.channels.set(sourceId, { ...channel, head: 0, lastAt: createdAt, pins: 0 });
}

/** A condition for the direct messages of an import that nobody sees yet. */
export const isHiddenDm = (importId: string): SQL =>
  sql`${channels.isDm} and starts_with(${channels.dmKey}, ${`${HIDDEN}${importId} `})`;
