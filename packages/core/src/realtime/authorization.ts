import type { Database } from '@palaver/db';
import { readableChannels } from '../channels/access.js';
import { isUuid } from '../kernel/schema/ids.js';
import { readHeads } from '../log/read.js';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import { readableServers } from '../servers/access.js';
import type { StreamAccess } from './subscription.js';

/** Someone, and the streams that are to be heard. */
export interface Asking {
  readonly userId: string;
  readonly ids: readonly string[];
}

interface AskedStream {
  readonly userId: string;
  readonly id: string;
}

type Admitted = ReadonlyArray<readonly [AskedStream, StreamAccess]>;

/**
 * Which of these streams people may hear, as the access functions of every other request say, and how far each has
 * got: a list for each who asks, in the order asked. What an access holds is read by one statement, which sees one
 * instant: so what it does not know yet is exactly what its streams bring after its heads.
 */
export async function authorizeAll(db: Database, asking: readonly Asking[]): Promise<StreamAccess[][]> {
  const asked = asking.map(({ userId, ids }) => ids.filter(isUuid).map((id) => ({ userId, id })));
  const everything = asked.flat();
  const admitted = new Map(await toChannels(db, everything));
  // Nearly all that is asked for are channels, so the others are looked for among what is none.
  const others = everything.filter((one) => !admitted.has(one));
  for (const found of await Promise.all([toServers(db, others), toThemselves(db, others)])) {
    for (const [one, access] of found) admitted.set(one, access);
  }
  return asked.map((mine) => mine.flatMap((one) => admitted.get(one) ?? []));
}

async function toChannels(db: Database, asked: readonly AskedStream[]): Promise<Admitted> {
  if (asked.length === 0) return [];
  const readable = await readableChannels(
    db,
    asked.map(({ userId, id }) => ({ userId, channelId: id })),
  );
  return asked.flatMap((one, index) => {
    const channel = readable[index];
    if (!channel) return [];
    const { id, seq, serverId, serverSeq, isDm, isPrivate, archived, role, isMember } = channel;
    const standing = { isDm, isPrivate, archived, role, isMember };
    const guard = serverId === null ? null : { serverId, head: serverSeq ?? 0 };
    return [[one, { stream: channelStream(id), head: seq, standing, guard }]];
  });
}

async function toServers(db: Database, asked: readonly AskedStream[]): Promise<Admitted> {
  if (asked.length === 0) return [];
  const readable = await readableServers(
    db,
    asked.map(({ userId, id }) => ({ userId, serverId: id })),
  );
  return asked.flatMap((one, index) => {
    const server = readable[index];
    if (!server) return [];
    return [[one, { stream: serverStream(server.id), head: server.seq, standing: null, guard: null }]];
  });
}

async function toThemselves(db: Database, asked: readonly AskedStream[]): Promise<Admitted> {
  const own = asked.filter(({ userId, id }) => id === userId);
  const heads = new Map(
    (await readHeads(db, [...new Set(own.map(({ id }) => id))])).map((head) => [head.id, head]),
  );
  return own.flatMap((one) => {
    const head = heads.get(one.id);
    if (head?.kind !== 'user') return [];
    return [[one, { stream: userStream(one.id), head: head.seq, standing: null, guard: null }]];
  });
}
