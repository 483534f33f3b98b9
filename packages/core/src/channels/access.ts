import { type Queryable, type Transaction, tables } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { isUuid } from '../kernel/schema/ids.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import { lockStreams } from '../log/append.js';
import { headOf } from '../log/snapshot.js';
import { channelStream, type Stream, serverStream } from '../log/streams.js';
import { type ActorContext, type ReadContext, within } from '../procedures/context.js';
import type { Role } from '../protocol/records/server.js';
import { accessServer } from '../servers/access.js';
import { dmKeyOf } from './dm-names.js';
import { findDm } from './dm-queries.js';
import { type ChannelAction, refusal, refused, type Standing } from './permissions.js';
import { type ChannelLookup, findChannelWith, findStandings, type StandingSnapshot } from './queries.js';
import type { ChannelRow } from './record.js';

export { dmPartnersOf } from './member-queries.js';
export { type ChannelLookup, findStandingsWith } from './queries.js';
export { isManaged, isSeen } from './readable-sql.js';

/** A channel, the actor's standing in it, and the position of the channel's stream when both were read. */
export type ChannelAccess = ChannelRow & {
  readonly role: Role | null;
  readonly isMember: boolean;
  readonly isBot: boolean;
  readonly timedOutUntil: string | null;
  readonly isBlocked: boolean;
  readonly seq: number;
};

/**
 * Makes a read of a value in a channel that reads the actor's standing in the same statement: one round trip, which sees
 * one instant. The value is returned only to an actor who may read the channel. `channelId` names the channel, and `value`
 * may refer to `channels`; ids among the parameters must be well formed. The read throws `CHANNEL_NOT_FOUND`.
 */
export function readInChannel<Value>(name: string, channelId: SQL, value: SQL<Value>) {
  const find = findChannelWith(name, channelId, value);
  return async (ctx: ReadContext, parameters: Readonly<Record<string, unknown>>) => {
    const found = await find(ctx.services.db, ctx.actor.userId, parameters);
    if (!found) throw new AppError('CHANNEL_NOT_FOUND');
    const { role, isMember, timedOutUntil, isBlocked } = found;
    const { isBot } = ctx.actor;
    const channel = { role, isMember, isBot, timedOutUntil, isBlocked, ...found.channel };
    return { channel: authorizeAction(channel, 'read'), value: found.value };
  };
}

const readHead = readInChannel(
  'channels_find_as',
  sql`${sql.placeholder('channel')}`,
  headOf(tables.channels.id),
);

/**
 * Fetches a channel that the actor may do `action` in, with the actor's role in its server and membership.
 * `serverId`, where the path names one, must be the channel's own: a channel of another server is not found.
 * Throws `CHANNEL_NOT_FOUND` for an actor who may not know of it, else what `refusal` returns.
 */
export async function accessChannel<Action extends ChannelAction>(
  ctx: ReadContext,
  channelId: string,
  action: Action,
  serverId?: string,
): Promise<Authorized<ChannelAccess, Action>> {
  const parameters = { channel: requireUuid(channelId, 'CHANNEL_NOT_FOUND') };
  const { channel, value: seq } = await readHead(ctx, parameters);
  if (serverId !== undefined && channel.serverId !== serverId) throw new AppError('CHANNEL_NOT_FOUND');
  return authorizeAction({ seq, ...channel }, action);
}

/** The stream of the direct message of exactly these users; null where there is none. Call it under the locks of their accounts. */
export async function dmStreamOf(tx: Transaction, userIds: readonly string[]): Promise<Stream | null> {
  const dm = await findDm(tx, dmKeyOf(userIds));
  return dm && channelStream(dm.id);
}

/** The direct messages of a person with each of these accounts alone. Call it under the lock of the person's account. */
export async function dmStreamsWith(
  tx: Transaction,
  userId: string,
  others: readonly string[],
): Promise<ReadonlyMap<string, Stream>> {
  const found = new Map<string, Stream>();
  for (const other of others) {
    const stream = await dmStreamOf(tx, [userId, other].sort());
    if (stream) found.set(other, stream);
  }
  return found;
}

/** `accessChannel` for direct messages alone: any other channel is not found. */
export async function accessDm<Action extends ChannelAction>(
  ctx: ReadContext,
  channelId: string,
  action: Action,
): Promise<Authorized<ChannelAccess, Action>> {
  const channel = await accessChannel(ctx, channelId, action);
  if (!channel.isDm) throw new AppError('CHANNEL_NOT_FOUND');
  return channel;
}

/**
 * `accessChannel` for reading, for many users and channels at once: in the order of the look-ups, null where
 * `accessChannel` would throw. The ids must be well formed.
 */
export async function readableChannels(
  q: Queryable,
  lookups: readonly ChannelLookup[],
): Promise<Array<Authorized<StandingSnapshot, 'read'> | null>> {
  const found = await findStandings(q, lookups);
  return found.map((standing) =>
    standing && refusal(standing, 'read') === null ? authorize(standing, 'read') : null,
  );
}

/**
 * What was found of a channel, for an action. Throws `CHANNEL_NOT_FOUND` where nothing was or the user may not know of it, else
 * what `refusal` returns.
 */
export function requireAction<Found extends Standing, Action extends ChannelAction>(
  found: Found | null,
  action: Action,
): Authorized<Found, Action> {
  if (found === null) throw new AppError('CHANNEL_NOT_FOUND');
  return authorizeAction(found, action);
}

/**
 * The same as `accessChannel` inside a write, and under the locks of the server and of the channel: what is true now
 * stays true until the transaction ends. Throws `SERVER_NOT_FOUND` for an actor who is not in the server.
 */
export async function lockChannel<Action extends ChannelAction>(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  path: { readonly serverId: string; readonly channelId: string },
  action: Action,
): Promise<Authorized<ChannelAccess, Action>> {
  const read: ReadContext = within(tx, ctx);
  const server = serverStream(requireUuid(path.serverId, 'SERVER_NOT_FOUND'));
  await lockStreams(tx, isUuid(path.channelId) ? [server, channelStream(path.channelId)] : [server]);
  return accessChannel(read, path.channelId, action, server.id).catch(async (error: unknown) => {
    // An actor who may see the channel is in its server; only a refusal has to read the membership.
    if (error instanceof AppError) await accessServer(read, server.id, 'read');
    throw error;
  });
}

function authorizeAction<Row extends Standing, Action extends ChannelAction>(
  channel: Row,
  action: Action,
): Authorized<Row, Action> {
  const code = refusal(channel, action);
  if (code) throw refused(code, channel);
  return authorize(channel, action);
}
