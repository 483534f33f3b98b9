import type { Database } from '@palaver/db';
import { readableChannels } from '../../channels/access.js';
import { isUuid } from '../../kernel/schema/ids.js';
import { readHeads } from '../../log/read.js';
import { channelStream, serverStream, userStream } from '../../log/streams.js';
import { readableServers } from '../../servers/access.js';
import type { StreamAccess } from '../feeds/subscription.js';

/** The streams that one user asks to subscribe to. */
export interface AuthorizationRequest {
  readonly userId: string;
  readonly ids: readonly string[];
}

interface StreamRequest {
  readonly userId: string;
  readonly id: string;
}

type Authorized = ReadonlyArray<readonly [StreamRequest, StreamAccess]>;

/**
 * Finds which of these streams the users may read, by the access functions of every other request, and how far each
 * stream reaches. Returns one list per request, in the order of the requests; a stream that is unknown or forbidden is
 * left out. One statement reads everything in a `StreamAccess`, so a change that it does not contain has a position
 * after its heads.
 */
export async function authorizeAll(
  db: Database,
  requests: readonly AuthorizationRequest[],
): Promise<StreamAccess[][]> {
  const byRequest = requests.map(({ userId, ids }) => ids.filter(isUuid).map((id) => ({ userId, id })));
  const all = byRequest.flat();
  const authorized = new Map(await authorizeChannels(db, all));
  // Nearly all ids are those of channels, so only the remaining ones are looked up as servers and users.
  const remaining = all.filter((request) => !authorized.has(request));
  const more = await Promise.all([authorizeServers(db, remaining), authorizeOwnStreams(db, remaining)]);
  for (const [request, access] of more.flat()) authorized.set(request, access);
  return byRequest.map((streams) => streams.flatMap((request) => authorized.get(request) ?? []));
}

async function authorizeChannels(db: Database, requests: readonly StreamRequest[]): Promise<Authorized> {
  if (requests.length === 0) return [];
  const readable = await readableChannels(
    db,
    requests.map(({ userId, id }) => ({ userId, channelId: id })),
  );
  return requests.flatMap((request, index) => {
    const channel = readable[index];
    if (!channel) return [];
    const { id, seq, serverId, serverSeq, isDm, isPrivate, role, isMember, isBot, permissionOverrides } =
      channel;
    const standing = { isDm, isPrivate, role, isMember, isBot, permissionOverrides };
    const server = serverId === null ? null : { id: serverId, head: serverSeq ?? 0 };
    return [[request, { stream: channelStream(id), head: seq, standing, server }]];
  });
}

async function authorizeServers(db: Database, requests: readonly StreamRequest[]): Promise<Authorized> {
  if (requests.length === 0) return [];
  const readable = await readableServers(
    db,
    requests.map(({ userId, id }) => ({ userId, serverId: id })),
  );
  return requests.flatMap((request, index) => {
    const server = readable[index];
    if (!server) return [];
    return [[request, { stream: serverStream(server.id), head: server.seq, standing: null, server: null }]];
  });
}

async function authorizeOwnStreams(db: Database, requests: readonly StreamRequest[]): Promise<Authorized> {
  const own = requests.filter(({ userId, id }) => id === userId);
  const heads = new Map(
    (await readHeads(db, [...new Set(own.map(({ id }) => id))])).map((head) => [head.id, head]),
  );
  return own.flatMap((request) => {
    const head = heads.get(request.id);
    if (head?.kind !== 'user') return [];
    return [[request, { stream: userStream(request.id), head: head.seq, standing: null, server: null }]];
  });
}
