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
import type { FrameParts } from '../protocol/events.js';
import type { Message } from '../protocol/records/message.js';
import { nullIfEmpty } from './components.js';
import { GROUPED, targetsOf } from './mention-rows.js';
import { followsOfReplies } from './post-follows.js';
import { type ChannelHead, type Guard, HARMLESS_FRAME } from './post-knowledge.js';

/** A message that is to be written to its channel's log. */
export interface PlacedMessage {
  readonly message: Message;
  /** Of the messages of this batch to the same channel, the how-manieth it is, from 1. */
  readonly step: number;
  /** Of its `message.created`, around its position. */
  readonly frame: FrameParts;
  readonly idempotency: Idempotency | null;
  /** Whether it mentions anybody. */
  readonly isMentioning: boolean;
}

/** What a channel gets of a batch. */
export interface Advance {
  readonly channelId: string;
  /** How far its log is known. */
  readonly known: ChannelHead;
  readonly messages: number;
  /** When its messages are made, not before any event of its log. ISO 8601. */
  readonly at: string;
}

/** A log that is further ahead of what was read has to be read again. */
const EVENTS_COMPARED_MAX = 1_000;
/** The same for a guard: an author whose inbox gets items may go on posting by what is known. */
const GUARDED_EVENTS_MAX = 50;

/**
 * Writes a batch of messages with their events, reply counts and clients' keys, to those channels where what was decided is
 * still true, and if no guard has moved. It is true as long as nothing was appended to the channel's log but what changes
 * nothing for posts (`HARMLESS_FRAME`), by this node or another one: that many events are counted, and as positions are
 * dense, an event that this statement cannot see shows as one too few. The log gives the positions.
 *
 * A channel for which it is not true any more, or whose log somebody else is writing to, is left out with all of its
 * messages, and nothing of it is written. The heads are never waited for here. Keys are: another request with the same key
 * may be under way.
 */
const writing = ({ columns, stored, ctes }: typeof PLAIN) =>
  statement<{ id: string; base: string | null }>(`
  with moved as materialized (
    select head.id from unnest($16::text::uuid[], $17::text::bigint[]) guard (id, seq)
    join stream_heads head on head.id = guard.id and head.last_seq <> guard.seq
    where head.last_seq - guard.seq > ${GUARDED_EVENTS_MAX} or head.last_seq - guard.seq <> (
      select count(*) from events
      where stream_id = head.id and seq > guard.seq and seq <= head.last_seq
        and created_at >= now() - interval '1 hour' and created_at < now() + interval '1 hour' and frame ~ '${HARMLESS_FRAME}')
  ), expected as materialized (
    select head.id, asked.messages, asked.at, head.last_seq as base, asked.at >= head.last_at and (
      head.last_seq = asked.seq or head.last_seq - asked.seq <= ${EVENTS_COMPARED_MAX} and head.last_seq - asked.seq = (
        select count(*) from events
        where stream_id = head.id and seq > asked.seq and seq <= head.last_seq and created_at >= asked.since and frame ~ '${HARMLESS_FRAME}'
      )) as holds
    from unnest($1::text::uuid[], $2::text::bigint[], $3::text::bigint[], $4::text::timestamptz[],
      $19::text::timestamptz[]) asked (id, seq, messages, at, since)
    join stream_heads head on head.id = asked.id
  ), locked as materialized (
    select expected.* from expected join stream_heads head on head.id = expected.id and head.last_seq = expected.base
    where expected.holds and not exists (select from moved)
    order by head.id for no key update of head skip locked
  ), advanced as (
    update stream_heads head set last_seq = locked.base + locked.messages, last_at = locked.at
    from locked where head.id = locked.id
  ), post as materialized (
    select post.*, locked.base + post.step as seq, locked.at
    from unnest($5::text::uuid[], $6::text::uuid[], $7::text::bigint[], $8::text::uuid[],
      $9::text::uuid[], $10::text::text[], ${jsonTexts('$11')}${columns.values})
      post (id, channel_id, step, user_id, thread_id, content, frame${columns.name})
    join locked on locked.id = post.channel_id
  ), stored as (
    insert into messages (id, channel_id, seq, user_id, thread_id, content, created_at, updated_at${columns.name})
    select id, channel_id, seq, user_id, thread_id, content, at, at${stored} from post
  ), logged as (
    insert into events (stream_id, seq, frame, created_at)
    select channel_id, seq, frame || seq || $18::text, at from post
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
  )${ctes}
  select id, base from locked union all select id, null from moved union all select id, null from expected where not holds`);

const PLAIN = { columns: { values: '', name: '' }, stored: '', ctes: '' };

/**
 * Almost every message is plain, and pays nothing for those that reply, mention somebody, are a bot's answer, have metadata, an
 * external id or components, or come from a webhook.
 */
const write = writing(PLAIN);
const writeWithReplies = writing({ ...PLAIN, ctes: followsOfReplies() });
const writeWithAll = writing({
  columns: {
    values: `, ${jsonTexts('$20')}, ${jsonTexts('$24')}, $25::text::text[], ${jsonTexts('$28')}, ${jsonTexts('$29')}, ${jsonTexts('$30')}`,
    name: ', mentions, metadata, external_id, webhook, interaction, components',
  },
  stored: `, nullif(mentions, 'null')::jsonb, nullif(metadata, 'null')::jsonb, external_id, nullif(webhook, 'null')::jsonb,
    nullif(interaction, 'null')::jsonb, nullif(components, 'null')::jsonb`,
  ctes: `, grouped as materialized (
    select distinct named.message_id, belonging.user_id as id
    from unnest($26::text::uuid[], $27::text::uuid[]) named (message_id, group_id)
    join post on post.id = named.message_id
    ${GROUPED('named.group_id', 'post.channel_id')}
  ), named as materialized (
    select message_id, id, here from unnest($21::text::uuid[], $22::text::uuid[], $23::text::boolean[])
      named (message_id, id, here)
  ), target as materialized (
    select * from named
    union all
    select message_id, id, false from grouped
    where not exists (select from named where named.message_id = grouped.message_id and named.id = grouped.id)
  ), mentioned as (
    insert into message_mentions (target_id, channel_id, seq, message_id, thread_id, added_seq, here)
    select target.id, post.channel_id, post.seq, post.id, post.thread_id, post.seq, target.here
    from target join post on post.id = target.message_id
  ), identified as (
    insert into message_external_ids (channel_id, external_id, message_id)
    select channel_id, external_id, id from post where external_id is not null
  )${followsOfReplies(`
      union all
      select target.id, post.thread_id, post.channel_id, post.seq - 1
      from target join post on post.id = target.message_id where post.thread_id is not null and target.id <> post.channel_id`)}`,
});

export interface Written {
  /** By channel that was written to, the position of its log before. */
  readonly bases: ReadonlyMap<string, number>;
  /** The guards and the channels for which what was read is not true any more. */
  readonly moved: ReadonlySet<string>;
  /** Then nothing of the batch was written. */
  readonly guardMoved: boolean;
}

export async function writePosts(
  q: Queryable,
  advances: readonly Advance[],
  placed: readonly PlacedMessage[],
  guards: readonly Guard[],
): Promise<Written> {
  const isPlain = placed.every((post) => !post.isMentioning && !isEmbedded(post) && !isOfBot(post));
  const hasReply = placed.some(({ message }) => message.threadId !== null);
  const rows = await (isPlain ? (hasReply ? writeWithReplies : write) : writeWithAll)(q, [
    plainArrayLiteral(advances.map(({ channelId }) => channelId)),
    plainArrayLiteral(advances.map(({ known }) => known.seq)),
    plainArrayLiteral(advances.map(({ messages }) => messages)),
    plainArrayLiteral(advances.map(({ at }) => at)),
    plainArrayLiteral(placed.map(({ message }) => message.id)),
    plainArrayLiteral(placed.map(({ message }) => message.channelId)),
    plainArrayLiteral(placed.map(({ step }) => step)),
    plainArrayLiteral(placed.map(({ message }) => message.userId)),
    plainArrayLiteral(placed.map(({ message }) => message.threadId)),
    arrayLiteral(placed.map(({ message }) => message.content)),
    joinJsonTexts(placed.map(({ frame: [before] }) => before)),
    ...keptColumns(placed),
    plainArrayLiteral(guards.map(({ streamId }) => streamId)),
    plainArrayLiteral(guards.map(({ seq }) => seq)),
    // The same for every event of this type.
    placed[0]?.frame[1] ?? '',
    plainArrayLiteral(advances.map(({ known }) => known.at)),
    ...(isPlain ? [] : rareColumns(placed)),
  ]);
  const bases = new Map<string, number>();
  const moved = new Set<string>();
  for (const { id, base } of rows) {
    if (base === null) moved.add(id);
    else bases.set(id, Number(base));
  }
  return { bases, moved, guardMoved: guards.some(({ streamId }) => moved.has(streamId)) };
}

function isEmbedded({ message }: PlacedMessage): boolean {
  return message.metadata !== null || message.externalId !== null || message.webhook !== null;
}

function isOfBot({ message }: PlacedMessage): boolean {
  return message.interaction !== null || message.components.length > 0;
}

function rareColumns(placed: readonly PlacedMessage[]): StatementParameter[] {
  return [
    ...mentionColumns(placed),
    ...embeddingColumns(placed),
    ...groupColumns(placed),
    webhooks(placed),
    joinJsonTexts(placed.map(({ message }) => JSON.stringify(message.interaction))),
    joinJsonTexts(placed.map(({ message }) => JSON.stringify(nullIfEmpty(message.components)))),
  ];
}

function embeddingColumns(placed: readonly PlacedMessage[]): StatementParameter[] {
  return [
    joinJsonTexts(placed.map(({ message }) => JSON.stringify(message.metadata))),
    arrayLiteral(placed.map(({ message }) => message.externalId)),
  ];
}

function webhooks(placed: readonly PlacedMessage[]): StatementParameter {
  return joinJsonTexts(placed.map(({ message }) => JSON.stringify(message.webhook)));
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

function groupColumns(placed: readonly PlacedMessage[]): StatementParameter[] {
  const rows = placed.flatMap(({ message: { id, mentions } }) =>
    mentions.groupIds.map((groupId) => ({ id, groupId })),
  );
  return [plainArrayLiteral(rows.map(({ id }) => id)), plainArrayLiteral(rows.map(({ groupId }) => groupId))];
}

function mentionColumns(placed: readonly PlacedMessage[]): StatementParameter[] {
  const rows = placed.flatMap(({ message }) =>
    targetsOf(message).map((target) => ({ ...target, messageId: message.id })),
  );
  return [
    joinJsonTexts(
      placed.map(({ message, isMentioning }) => JSON.stringify(isMentioning ? message.mentions : null)),
    ),
    plainArrayLiteral(rows.map(({ messageId }) => messageId)),
    plainArrayLiteral(rows.map(({ id }) => id)),
    plainArrayLiteral(rows.map(({ here }) => String(here))),
  ];
}
