import type { Transaction } from '@palaver/db';
import { tryLock } from '../../kernel/sql/try-lock.js';
import { transact, type WriteContext } from '../transact.js';
import type { Consumer } from './consumer.js';
import { type Behind, type Position, readBehind, writePositions } from './positions.js';
import { knownPosts, type NextEvents, readBatches } from './read-batches.js';
import type { RecentPosts } from './recent-posts.js';

/** Events of a stream that a consumer has taken, and up to where. */
export interface TakenEvents extends NextEvents {
  readonly to: Position;
}

/**
 * Gives a consumer the next events of some streams, and moves its positions in the same transaction. Null where another node
 * is at work.
 */
export function takeEvents(
  ctx: WriteContext,
  consumer: Consumer,
  recent: RecentPosts | null,
  streamIds: readonly string[],
): Promise<TakenEvents[] | null> {
  const { name } = consumer;
  return transact(ctx, async (tx, emit) => {
    if (!(await tryLock(tx, `consumer/${name}`))) return null;
    const behind = await readBehind(tx, consumer, streamIds);
    if (behind.length === 0) return [];
    const found = await nextEvents(tx, consumer, recent, behind);
    const batches = found.flatMap(({ behind: { stream, part }, events, posts }) =>
      events.length + posts.length > 0 ? [{ stream, part, events, posts }] : [],
    );
    const parts = batches.length > 0 ? await consumer.consume(tx, emit, batches) : [];
    const partOf = new Map(batches.map(({ stream }, index) => [stream.id, parts[index] ?? null]));
    const moved = found.map((next) => ({ to: positionAfter(next, partOf), ...next }));
    await writePositions(
      tx,
      name,
      moved.map(({ to }) => to),
    );
    return moved;
  });
}

async function nextEvents(
  tx: Transaction,
  consumer: Consumer,
  recent: RecentPosts | null,
  behind: readonly Behind[],
): Promise<NextEvents[]> {
  const { postsMax = 0 } = consumer;
  const each = Math.floor(postsMax / behind.length);
  const known = recent && each > 0 ? behind.flatMap((one) => knownPosts(recent, one, each) ?? []) : [];
  if (known.length === 0) return readLog(tx, consumer, behind);
  const withPosts = new Set(known.map((next) => next.behind));
  return [
    ...known,
    ...(await readLog(
      tx,
      consumer,
      behind.filter((one) => !withPosts.has(one)),
    )),
  ];
}

async function readLog(
  tx: Transaction,
  consumer: Consumer,
  behind: readonly Behind[],
): Promise<NextEvents[]> {
  const heard = await consumer.hears?.(
    tx,
    behind.map(({ stream }) => stream),
  );
  if (!heard) return readBatches(tx, behind);
  const batches = await readBatches(
    tx,
    behind.filter(({ stream }) => heard.has(stream.id)),
  );
  return [...batches, ...behind.filter(({ stream }) => !heard.has(stream.id)).map(passOver)];
}

/** As if the stream had no events up to where it ends now. */
function passOver(behind: Behind): NextEvents {
  return { behind: { ...behind, untilSeq: null, part: null }, events: [], posts: [], lost: 0 };
}

/** How far a stream is taken after these events. Where the log has none of them, up to where they would have been. */
function positionAfter(
  { behind, events, posts }: NextEvents,
  partOf: ReadonlyMap<string, string | null>,
): Position {
  const streamId = behind.stream.id;
  const last = posts.at(-1)?.seq ?? events.at(-1)?.seq ?? behind.untilSeq ?? behind.headSeq;
  const part = partOf.get(streamId) ?? null;
  return part === null
    ? { streamId, seq: last, untilSeq: null, part: null }
    : { streamId, seq: behind.seq, untilSeq: last, part };
}
