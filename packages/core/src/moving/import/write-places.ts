import { type Transaction, tables } from '@palaver/db';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { dmKeyOf, dmNameOf } from '../../channels/dm-names.js';
import { lockStream, openStream } from '../../log/append.js';
import { channelStream, serverStream } from '../../log/streams.js';
import { ICONS } from '../../servers/icon-file.js';
import { freeChannelName } from '../converting/names.js';
import { announceChannel } from './announce.js';
import { at, type ChunkWrite, isUpdate, keepMappings, type Mapping, type Placed } from './chunk.js';
import { idsFor } from './kept-ids.js';
import { found, IMPORTER } from './known.js';
import { storeOwnedImage } from './owned-image.js';
import { newIds, serverIdOf, userIdOf } from './place-ids.js';

const { channels, imports, servers, users } = tables;

/** The server has no members until all of it is there, so nobody sees it. One that is used stays as it is. */
export async function writeServer(w: ChunkWrite, { value: { data }, line }: Placed<'server'>): Promise<void> {
  if (isUpdate(w)) return;
  const [id = ''] = await idsFor(
    w.tx,
    'servers',
    [{ sourceId: data.id, createdAt: data.createdAt, line }],
    undefined,
    true,
  );
  const createdAt = at(data.createdAt);
  const externalId = await freeExternalId(w.tx, servers, data.externalId);
  const importerId = data.ownerIsGuessed ? await findImporter(w) : null;
  const iconPath = await storeOwnedImage(w, ICONS, id, data.id);
  const { name, retentionDays, editHistory, metadata } = data;
  await w.tx.insert(servers).values({
    id,
    name,
    iconPath,
    ownerId: importerId ?? userIdOf(w, data.ownerId),
    createdAt,
    retentionDays,
    retentionSetAt: retentionDays === null ? null : w.clock.now(),
    editHistory,
    externalId,
    metadata,
  });
  if (importerId !== null) {
    const note = { role: 'owner', joinedAt: w.clock.now().toISOString(), import: w.ownId };
    await keepMappings(w, 'member', [{ sourceId: IMPORTER, id: importerId, note }]);
    w.known.importerId = importerId;
  }
  await openStream(w.tx, serverStream(id), createdAt);
  await w.tx.update(imports).set({ serverId: id }).where(eq(imports.id, w.importId));
  await keepMappings(w, 'server', [{ sourceId: data.id, id }]);
  w.known.server = { id, keepsIds: id === data.id };
}

/** The admin who has begun the import, whose account is still there; null for the operator. */
async function findImporter({ tx, ownId }: ChunkWrite): Promise<string | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.createdBy))
    .where(and(eq(imports.id, ownId), isNull(users.deletedAt), isNull(users.deactivatedAt)));
  return row?.id ?? null;
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

export async function writeChannels(
  w: ChunkWrite,
  given: ReadonlyArray<Placed<'channel'> | Placed<'directMessage'>>,
): Promise<void> {
  const lines = given.filter(({ value }) => !w.known.channels.has(value.data.id));
  if (isUpdate(w)) await lockStream(w.tx, serverStream(serverIdOf(w)));
  const taken = isUpdate(w) ? await takenNames(w) : new Set<string>();
  const ids = await newIds(w, 'channels', lines);
  const mappings: Mapping[] = [];
  for (const [index, { value }] of lines.entries()) {
    const id = ids[index] ?? '';
    mappings.push(
      value.type === 'channel'
        ? await writeChannel(w, id, value.data, taken)
        : await writeDirectMessage(w, id, value.data),
    );
  }
  await keepMappings(w, 'channel', mappings);
}

type ChannelData = Placed<'channel'>['value']['data'];
type DirectMessageData = Placed<'directMessage'>['value']['data'];

async function takenNames(w: ChunkWrite): Promise<Set<string>> {
  const ofServer = and(eq(channels.serverId, serverIdOf(w)), isNull(channels.deletedAt));
  const rows = await w.tx.select({ name: channels.name }).from(channels).where(ofServer);
  return new Set(rows.map(({ name }) => name));
}

async function writeChannel(
  w: ChunkWrite,
  id: string,
  data: ChannelData,
  taken: Set<string>,
): Promise<Mapping> {
  const { id: sourceId, createdBy, createdAt, groupId, externalId, ...fields } = data;
  const shown = isUpdate(w)
    ? { name: freeChannelName(fields.name, taken), joinedByDefault: false }
    : { name: fields.name, joinedByDefault: fields.joinedByDefault };
  const row = {
    ...fields,
    ...shown,
    id,
    serverId: serverIdOf(w),
    createdBy: userIdOf(w, createdBy),
    createdAt: at(createdAt),
    retentionSetAt: fields.retentionDays === null ? null : w.clock.now(),
    groupId: groupId === null ? null : found(w.known.channelGroups, groupId),
    externalId: await freeExternalId(w.tx, channels, externalId),
  };
  const [written] = await w.tx.insert(channels).values(row).returning();
  await beginHistory(w, { sourceId, id, home: serverIdOf(w), createdAt: at(createdAt), isLeftOut: false });
  if (isUpdate(w) && written) await announceChannel(w.emit, serverIdOf(w), written);
  return { sourceId, id };
}

/**
 * These people may have a direct message here already, which is theirs and stays as it is. A new one has a key of its own, and no
 * members, until all of it is there.
 */
async function writeDirectMessage(w: ChunkWrite, newId: string, data: DirectMessageData): Promise<Mapping> {
  const { id: sourceId, userIds, createdBy } = data;
  const people = [...new Set(userIds.map((id) => userIdOf(w, id)))];
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
    createdBy: userIdOf(w, createdBy),
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
