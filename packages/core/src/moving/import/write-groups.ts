import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { announceChannelGroup, announceNewUserGroup } from './announce.js';
import {
  at,
  type ChunkWrite,
  inBatches,
  isUpdate,
  keepMappings,
  type Mapping,
  type Placed,
} from './chunk.js';
import { newIds, serverIdOf, userIdOf } from './place-ids.js';

const { channelGroups, userGroups } = tables;

export async function writeUserGroups(
  w: ChunkWrite,
  given: ReadonlyArray<Placed<'userGroup'>>,
): Promise<void> {
  const lines = given.filter(({ value }) => !w.known.userGroups.has(value.data.id));
  const taken = isUpdate(w) ? await takenHandles(w) : new Set<string>();
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
      handle: freeHandle(handle, taken),
      name,
      createdBy: userIdOf(w, data.createdBy),
      createdAt: at(data.createdAt),
    };
  });
  await inBatches(rows, (some) => w.tx.insert(userGroups).values(some));
  await keepMappings(w, 'userGroup', mappings);
  if (isUpdate(w)) for (const row of rows) await announceNewUserGroup(w.emit, { ...row, memberCount: 0 });
}

async function takenHandles(w: ChunkWrite): Promise<Set<string>> {
  const ofServer = eq(userGroups.serverId, serverIdOf(w));
  const rows = await w.tx.select({ handle: userGroups.handle }).from(userGroups).where(ofServer);
  return new Set(rows.map(({ handle }) => handle.toLowerCase()));
}

const HANDLE_MAX = 32;

/** The handle, or the same with a number where the server has made such a group meanwhile. */
function freeHandle(given: string, taken: Set<string>): string {
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `-${n}`;
    const handle = given.slice(0, HANDLE_MAX - end.length) + end;
    if (taken.has(handle.toLowerCase())) continue;
    taken.add(handle.toLowerCase());
    return handle;
  }
}

export async function writeChannelGroups(
  w: ChunkWrite,
  given: ReadonlyArray<Placed<'channelGroup'>>,
): Promise<void> {
  const lines = given.filter(({ value }) => !w.known.channelGroups.has(value.data.id));
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
      userId: userIdOf(w, data.createdBy),
      name,
      position,
      createdAt: at(data.createdAt),
    };
  });
  await inBatches(rows, (some) => w.tx.insert(channelGroups).values(some));
  await keepMappings(w, 'channelGroup', mappings);
  if (isUpdate(w)) for (const row of rows) await announceChannelGroup(w.emit, row);
}
