import type { ChannelTail } from '../procedures/channel-tails.js';
import type { ActorContext } from '../procedures/context.js';
import { type ChannelUnread, UNREAD_MAX } from '../protocol/records/channel-unread.js';
import { learnId } from './channel-tails.js';
import type { Behind, ChannelPosition } from './position-statement.js';
import { readUnreadOf } from './queries.js';
import { toChannelUnreads } from './record.js';
import { type MessagePlace, readMessageIds } from './tail-statements.js';

/** What a tail says about a position. */
interface Counted {
  readonly tail: ChannelTail;
  readonly count: number;
  /** Null where it is not named. */
  readonly firstSeq: number | null;
  /** The user's own message that has moved the position. */
  readonly ownSeq: number | null;
}

/**
 * Counts what the caller has not read of some channels, in their order: by the tails of the channels that are known, and the
 * others by one statement. A channel that the caller has left since is left out.
 */
export async function countUnread(
  ctx: ActorContext,
  positions: readonly ChannelPosition[],
): Promise<ChannelUnread[]> {
  const counted = new Map<string, Counted>();
  for (const position of positions) {
    const found = position.behind && countByTail(ctx, position, position.behind);
    if (found) counted.set(position.channelId, found);
  }
  await learnIds(ctx, counted);
  const known = positions.map((position) =>
    position.behind ? toUnread(position, counted.get(position.channelId)) : toRead(position),
  );
  const missing = positions.filter((_, index) => known[index] === null);
  const walked = await countByStatement(ctx, missing);
  return positions.flatMap(({ channelId }, index) => known[index] ?? walked.get(channelId) ?? []);
}

async function countByStatement(
  { services: { db, channelTails }, actor }: ActorContext,
  positions: readonly ChannelPosition[],
): Promise<ReadonlyMap<string, ChannelUnread>> {
  if (positions.length === 0) return new Map();
  const texts = await readUnreadOf(
    db,
    actor.userId,
    positions.map(({ channelId }) => channelId),
  );
  const counted = new Map(toChannelUnreads(texts).map((unread) => [unread.channelId, unread]));
  for (const { channelId, behind } of positions) {
    const unread = counted.get(channelId);
    if (unread && behind && isForTails(behind)) channelTails.missed(channelId, unread.unreadCount);
  }
  return counted;
}

/** Where a position was set back, own messages after it do not count; and which messages mention, no tail knows. */
function isForTails({ readSeq, setBackSeq, isMentioned }: Behind): boolean {
  return !isMentioned && setBackSeq <= readSeq;
}

/** Null where only a statement can tell. */
function countByTail(
  { services: { channelTails }, actor }: ActorContext,
  { channelId, channelSeq }: ChannelPosition,
  behind: Behind,
): Counted | null {
  const tail = isForTails(behind) ? channelTails.find(channelId, channelSeq) : null;
  if (!tail) return null;
  const { readSeq } = behind;
  const ownSeq = tail.lastSeqs.get(actor.userId) ?? 0;
  const from = firstAfter(tail.seqs, Math.max(readSeq, ownSeq));
  const count = tail.seqs.length - from;
  const isNamed = count > 0 && count <= UNREAD_MAX;
  return {
    tail,
    count,
    firstSeq: isNamed ? (tail.seqs[from] ?? null) : null,
    ownSeq: ownSeq > readSeq ? ownSeq : null,
  };
}

/** The index of the first position after `seq`, in ascending order. */
function firstAfter(seqs: readonly number[], seq: number): number {
  let from = 0;
  let to = seqs.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((seqs[middle] ?? 0) > seq) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Reads the ids that are to be named. One that is not found was deleted since: then a statement counts again. */
async function learnIds(
  { services: { db } }: ActorContext,
  counted: ReadonlyMap<string, Counted>,
): Promise<void> {
  const places: MessagePlace[] = [];
  for (const [channelId, { tail, firstSeq, ownSeq }] of counted) {
    for (const seq of [firstSeq, ownSeq]) {
      if (seq !== null && !tail.ids.has(seq)) places.push({ channelId, seq });
    }
  }
  if (places.length === 0) return;
  for (const { channelId, seq, id } of await readMessageIds(db, places)) {
    const tail = counted.get(channelId)?.tail;
    if (tail) learnId(tail, seq, id);
  }
}

const NOTHING = { firstUnreadMessageId: null, unreadCount: 0, capped: false };

function toRead(position: ChannelPosition): ChannelUnread {
  return toRecord(position, position.lastReadMessageId, NOTHING);
}

function toUnread(position: ChannelPosition, counted: Counted | undefined): ChannelUnread | null {
  if (!counted) return null;
  const { tail, count, firstSeq, ownSeq } = counted;
  const firstUnreadMessageId = firstSeq === null ? null : tail.ids.get(firstSeq);
  const lastReadMessageId = ownSeq === null ? position.lastReadMessageId : tail.ids.get(ownSeq);
  if (firstUnreadMessageId === undefined || lastReadMessageId === undefined) return null;
  const capped = count > UNREAD_MAX;
  return toRecord(position, lastReadMessageId, {
    firstUnreadMessageId,
    unreadCount: capped ? UNREAD_MAX : count,
    capped,
  });
}

/** Field by field: 500 objects that are spread take ten times as long, and are slower to read afterwards. */
function toRecord(
  { channelId, serverId, archived, channelSeq }: ChannelPosition,
  lastReadMessageId: string | null,
  {
    firstUnreadMessageId,
    unreadCount,
    capped,
  }: Pick<ChannelUnread, 'firstUnreadMessageId' | 'unreadCount' | 'capped'>,
): ChannelUnread {
  return {
    channelId,
    serverId,
    lastReadMessageId,
    firstUnreadMessageId,
    unreadCount,
    mentionCount: 0,
    capped,
    archived,
    channelSeq,
  };
}
