import {
  arrayLiteral,
  joinJsonTexts,
  jsonTexts,
  plainArrayLiteral,
  type Queryable,
  type StatementParameter,
  statement,
} from '@palaver/db';
import type { Idempotency } from '../log/idempotency.js';
import type { Message } from '../protocol/records/message.js';
import type { Guard } from './post-knowledge.js';

/** A message at the position in its channel's log that it is to have. */
export interface PlacedMessage {
  readonly message: Message;
  readonly seq: number;
  /** Of its `message.created`. */
  readonly frame: string;
  readonly idempotency: Idempotency | null;
}

/** The head that a channel had when it was read, and the one it is to have. */
export interface Advance {
  readonly channelId: string;
  readonly from: number;
  readonly to: number;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Writes a batch of messages with their events, reply counts and clients' keys, for those channels whose head is still
 * where it was read, and if no guard has moved; that is what makes the decisions, and `seq`, true. A channel whose head
 * has moved, or whose log somebody else is writing to, is left out with all of its messages, and nothing of it is written.
 *
 * The heads are never waited for here. Keys are: another request with the same key may be under way.
 */
const write = statement<{ id: string; moved: boolean }>(`
  with moved as materialized (
    select head.id from unnest($16::text::uuid[], $17::text::bigint[]) guard (id, seq)
    join stream_heads head on head.id = guard.id and head.last_seq <> guard.seq
  ), locked as materialized (
    select head.id, expected.at from unnest($1::text::uuid[], $2::text::bigint[], $4::text::timestamptz[])
      expected (id, seq, at)
    join stream_heads head on head.id = expected.id and head.last_seq = expected.seq
    where not exists (select from moved)
    order by head.id for no key update of head skip locked
  ), advanced as (
    update stream_heads head set last_seq = next.seq, last_at = locked.at
    from unnest($1::text::uuid[], $3::text::bigint[]) next (id, seq)
    join locked on locked.id = next.id
    where head.id = next.id
  ), post as materialized (
    select post.*, locked.at from unnest($5::text::uuid[], $6::text::uuid[], $7::text::bigint[], $8::text::uuid[],
      $9::text::uuid[], $10::text::text[], ${jsonTexts('$11')})
      post (id, channel_id, seq, user_id, thread_id, content, frame)
    join locked on locked.id = post.channel_id
  ), stored as (
    insert into messages (id, channel_id, seq, user_id, thread_id, content, created_at, updated_at)
    select id, channel_id, seq, user_id, thread_id, content, at, at from post
  ), logged as (
    insert into events (stream_id, seq, frame, created_at) select channel_id, seq, frame, at from post
  ), counted as (
    update messages root set reply_count = root.reply_count + replies.count
    from (select thread_id, count(*) from post where thread_id is not null group by thread_id) replies
    where root.id = replies.thread_id
  ), kept as (
    insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
    select post.user_id, kept.key, decode(kept.request_hash, 'hex'), kept.answer, post.at
    from unnest($12::text::uuid[], $13::text::text[], $14::text::text[], ${jsonTexts('$15')})
      kept (id, key, request_hash, answer)
    join post on post.id = kept.id order by post.user_id, kept.key
  )
  select id, false as moved from locked union all select id, true from moved`);

/** The ids of the channels that were written to, and of the guards that have moved. */
export interface Written {
  readonly channelIds: ReadonlySet<string>;
  readonly moved: readonly string[];
}

export async function writePosts(
  q: Queryable,
  advances: readonly Advance[],
  placed: readonly PlacedMessage[],
  guards: readonly Guard[],
): Promise<Written> {
  const rows = await write(q, [
    plainArrayLiteral(advances.map(({ channelId }) => channelId)),
    plainArrayLiteral(advances.map(({ from }) => from)),
    plainArrayLiteral(advances.map(({ to }) => to)),
    plainArrayLiteral(advances.map(({ at }) => at)),
    plainArrayLiteral(placed.map(({ message }) => message.id)),
    plainArrayLiteral(placed.map(({ message }) => message.channelId)),
    plainArrayLiteral(placed.map(({ seq }) => seq)),
    plainArrayLiteral(placed.map(({ message }) => message.userId)),
    plainArrayLiteral(placed.map(({ message }) => message.threadId)),
    arrayLiteral(placed.map(({ message }) => message.content)),
    joinJsonTexts(placed.map(({ frame }) => frame)),
    ...keptColumns(placed),
    plainArrayLiteral(guards.map(({ streamId }) => streamId)),
    plainArrayLiteral(guards.map(({ seq }) => seq)),
  ]);
  const idsOf = (moved: boolean) => rows.flatMap((row) => (row.moved === moved ? [row.id] : []));
  return { channelIds: new Set(idsOf(false)), moved: idsOf(true) };
}

function keptColumns(placed: readonly PlacedMessage[]): StatementParameter[] {
  const kept = placed.flatMap(({ message, idempotency }) => (idempotency ? [{ message, idempotency }] : []));
  return [
    plainArrayLiteral(kept.map(({ message }) => message.id)),
    arrayLiteral(kept.map(({ idempotency }) => idempotency.key)),
    plainArrayLiteral(kept.map(({ idempotency }) => idempotency.requestHash.toString('hex'))),
    joinJsonTexts(kept.map(({ message }) => JSON.stringify(message.id))),
  ];
}
