import { createHash } from 'node:crypto';
import { newId, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { openStream } from '../log/append.js';
import { channelStream, userStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { Channel } from '../protocol/records/channel.js';
import { type JoiningUser, requireJoiningUser } from '../users/access.js';
import { addMember } from './membership.js';
import { findDm, insertDmRow } from './queries.js';
import { type ChannelRow, toChannel } from './record.js';
import { type CreateDmInput, DISPLAY_NAME_MAX } from './schemas.js';

/**
 * The direct-message channel of the caller and the given people; the same people always get the same channel.
 * Throws `USER_NOT_FOUND` or `CANNOT_DM_YOURSELF`.
 */
export async function openDm(ctx: ActorContext, input: CreateDmInput): Promise<Channel> {
  const others = new Set(input.userIds.map((id) => requireUuid(id, 'USER_NOT_FOUND')));
  others.delete(ctx.actor.userId);
  if (others.size === 0) throw new AppError('CANNOT_DM_YOURSELF');
  const userIds = [ctx.actor.userId, ...others].sort();
  const dmKey = userIds.join(',');
  return transact(ctx, async (tx, emit) => {
    const known = (await findDm(tx, dmKey)) ?? (await createDm(ctx, tx, emit, dmKey, userIds));
    if (known) return toChannel(known);
    // The other side has opened it at the same time; theirs is ours.
    const theirs = await findDm(tx, dmKey);
    if (!theirs) throw new Error(`the direct message ${dmKey} is neither new nor known`);
    return toChannel(theirs);
  });
}

/** Null when somebody else was quicker. */
async function createDm(
  ctx: ActorContext,
  tx: Transaction,
  emit: Emit,
  dmKey: string,
  userIds: readonly string[],
): Promise<ChannelRow | null> {
  const people: JoiningUser[] = [];
  for (const id of userIds) people.push(await requireJoiningUser(tx, id));
  const row = newRow(ctx, dmKey, people);
  if (!(await insertDmRow(tx, row))) return null;
  await openStream(tx, channelStream(row.id), row.createdAt);
  // The log of a new channel: each entry takes the next place, from 1.
  for (const person of people) await addMember(tx, emit, row, person);
  const full = { ...row, memberCount: people.length };
  const data = { ...toChannel(full), since: people.length };
  for (const { id } of people) await emit(userStream(id), { type: 'channel.created', data });
  return full;
}

function newRow(ctx: ActorContext, dmKey: string, people: readonly JoiningUser[]): ChannelRow {
  const names = people.map((person) => person.displayName).join(', ');
  return {
    id: newId(),
    serverId: null,
    name: `dm-${createHash('sha256').update(dmKey).digest('hex').slice(0, 24)}`,
    displayName: [...names].slice(0, DISPLAY_NAME_MAX).join(''),
    topic: null,
    isDm: true,
    isPrivate: true,
    archived: false,
    createdBy: ctx.actor.userId,
    createdAt: ctx.clock.now(),
    position: 0,
    memberCount: 0,
    groupId: null,
    dmKey,
    deletedAt: null,
  };
}
