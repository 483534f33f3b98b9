import { createHash } from 'node:crypto';
import type { Sql } from '../../postgres/database.js';
import { READ_MS } from './message-tables.js';
import { TableStream, type Value } from './table-stream.js';
import type { Place, World } from './world.js';

const USERS = ['id', 'username', 'display_name', 'password_hash', 'created_at'];
const SERVERS = ['id', 'name', 'owner_id', 'member_count', 'created_at'];
const SERVER_MEMBERS = ['server_id', 'user_id', 'role', 'joined_at'];
const HEADS = ['id', 'kind', 'last_seq', 'last_at'];
const CHANNELS =
  'id server_id name display_name is_dm is_private created_by created_at position member_count joined_by_default dm_key'.split(
    ' ',
  );
const CHANNEL_MEMBERS = ['channel_id', 'user_id', 'joined_at', 'read_seq', 'read_message_id'];

/** Writes the people, all with this hash of a password. The service indexes their names after its next start. */
export async function writePeople(sql: Sql, { people, begin }: World, passwordHash: string): Promise<void> {
  const created = new Date(begin).toISOString();
  await copy(sql, 'users', USERS, people, ({ id, username, displayName }) => [
    id,
    username,
    displayName,
    passwordHash,
    created,
  ]);
}

/** Writes the servers and channels with their members and logs, when all messages are made. */
export async function writePlaces(sql: Sql, world: World, positionOf: Position): Promise<void> {
  const { people, servers, places, begin, end } = world;
  const [created, last] = [new Date(begin).toISOString(), new Date(end).toISOString()];
  const id = (person: number | undefined) => people[person ?? 0]?.id ?? '';
  await copy(sql, 'servers', SERVERS, servers, (server) => {
    return [server.id, server.name, id(server.members[0]), server.members.length, created];
  });
  const members = servers.flatMap((server) => server.members.map((person, n) => ({ server, person, n })));
  await copy(sql, 'server_members', SERVER_MEMBERS, members, ({ server, person, n }) => {
    return [server.id, id(person), n === 0 ? 'owner' : n < 5 ? 'moderator' : 'member', created];
  });
  await copy(sql, 'channels', CHANNELS, places, (place) => {
    const { serverId, position, isDefault, name } = place;
    const isDm = serverId === null;
    const dmKey = isDm ? place.members.map(id).sort().join(',') : null;
    const shown = dmKey === null ? name : dmNameOf(dmKey);
    const by = id(place.members[0]);
    return [
      place.id,
      serverId,
      shown,
      shown,
      isDm,
      isDm,
      by,
      created,
      position,
      place.members.length,
      isDefault,
      dmKey,
    ];
  });
  const heads = [
    ...people.map(({ id }) => [id, 'user', 1, created] as const),
    ...servers.map(({ id, members }) => [id, 'server', members.length, created] as const),
    ...places.map(({ id, seq, recent }) => {
      return [id, 'channel', seq, recent.length === 0 ? created : last] as const;
    }),
  ];
  await copy(sql, 'stream_heads', HEADS, heads, (head) => head);
  const memberships = places.flatMap((place) => place.members.map((person) => ({ place, person })));
  await copy(sql, 'channel_members', CHANNEL_MEMBERS, memberships, ({ place, person }) => {
    const { seq, messageId } = positionOf(place, person);
    return [place.id, id(person), created, seq, messageId];
  });
}

/** How far somebody has read a place. */
export type Position = (
  place: Place,
  person: number,
) => { readonly seq: number; readonly messageId: string | null };

/** Three in four have read all, the others all but some messages of the last days. */
export function positions({ end }: World): Position {
  return (place, person) => {
    const young = place.recent.filter(({ at }) => end - at < READ_MS);
    const newest = place.recent.at(-1);
    if (person % 4 !== 0 || young.length === 0) return { seq: place.seq, messageId: newest?.id ?? null };
    const read = young[person % young.length];
    return read ? { seq: read.seq, messageId: read.id } : { seq: place.seq, messageId: newest?.id ?? null };
  };
}

/** As the service names the direct message of these people. */
function dmNameOf(dmKey: string): string {
  return `dm-${createHash('sha256').update(dmKey).digest('hex').slice(0, 24)}`;
}

async function copy<Item>(
  sql: Sql,
  table: string,
  columns: readonly string[],
  items: readonly Item[],
  row: (item: Item) => readonly Value[],
): Promise<void> {
  const stream = await TableStream.begin(sql, table, columns, false);
  for (const [n, item] of items.entries()) {
    stream.push(row(item));
    if (n % 20_000 === 0) await stream.flush();
  }
  await stream.end();
}
