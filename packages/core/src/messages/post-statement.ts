import { randomUUID } from 'node:crypto';
import { statement } from '@palaver/db';
import { changesNobody } from './changed-posters.js';
import { GROUPED } from './mention-rows.js';
import { followsOfReplies } from './post-follows.js';
import { type Column, MANY_ROWS, ONE_ROW, type RowForm } from './post-rows.js';

/** A log that is further ahead of what was read has to be read again. */
const EVENTS_COMPARED_MAX = 1_000;
/** The same for a guard: an author whose inbox gets items may go on posting by what is known. */
const GUARDED_EVENTS_MAX = 50;

/** A channel, what it gets, and how far its log is known. */
const asked = (rows: RowForm) =>
  `${rows.from([1, 'uuid'], [2, 'bigint'], [3, 'bigint'], [4, 'timestamptz'], [5, 'timestamptz'])} asked (id, seq, messages, at, since)`;

/** A guard whose log is not where it was when it was read. */
const MOVED_GUARD = `${MANY_ROWS.from([13, 'uuid'], [14, 'bigint'])} guard (id, seq)
    join stream_heads head on head.id = guard.id and head.last_seq <> guard.seq`;

/** Where a channel was written to, its `base`; where a guard was compared and holds, how far. Neither: what was read is not true any more. */
interface WrittenRow {
  readonly id: string;
  readonly base: string | null;
  readonly at?: string;
  readonly guarded?: string | null;
}

/** How a statement takes the heads of the channels that are written to, and tells which these are. */
interface Locking {
  readonly ctes: (rows: RowForm) => string;
  /** The frame of a message before its position. */
  readonly frame: string;
  readonly result: string;
}

/**
 * Stands in a frame for the instants of its message, which `COMPARED` writes there: it gives a message the instant of the
 * last event where that is later. Nobody outside of this process can know it, and so no text has it by chance or on purpose.
 */
export const INSTANT = randomUUID();

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/**
 * Takes the heads that are where they were when they were read, if all guards are. It tells nothing of the others: one of
 * them may be locked, or have got what changes nothing for posts. One post costs two thirds of what it does by `COMPARED`.
 */
const UNMOVED: Locking = {
  ctes: (rows) => `locked as materialized (
    select head.id, head.last_seq as base, asked.messages, asked.at
    from ${asked(rows)} join stream_heads head on head.id = asked.id and head.last_seq = asked.seq and asked.at >= head.last_at
    where not exists (select from ${MOVED_GUARD})
    order by head.id for no key update of head skip locked
  )`,
  frame: 'frame',
  result: 'select id, base from locked',
};

/**
 * Takes the heads of the channels where what was decided is still true, if no guard has moved. It is true as long as nothing
 * was appended to the channel's log but what changes nothing for posts (`changesNobody`), by this node or another one: that
 * many events are counted, and as positions are dense, an event that this statement cannot see shows as one too few.
 */
const COMPARED: Locking = {
  ctes: (rows) => `guarded as materialized (
    select head.id, head.last_seq, head.last_seq - guard.seq <= ${GUARDED_EVENTS_MAX} and head.last_seq - guard.seq = (
      select count(*) from events
      where stream_id = head.id and seq > guard.seq and seq <= head.last_seq
        and created_at >= now() - interval '1 hour' and created_at < now() + interval '1 hour'
        and (head.kind = 'server' and ${changesNobody('server')} or head.kind = 'user' and ${changesNobody('user')})
    ) as holds
    from ${MOVED_GUARD}
  ), expected as materialized (
    select head.id, asked.messages, greatest(asked.at, head.last_at) as at, head.last_seq as base,
      head.last_seq = asked.seq or head.last_seq - asked.seq <= ${EVENTS_COMPARED_MAX} and head.last_seq - asked.seq = (
        select count(*) from events
        where stream_id = head.id and seq > asked.seq and seq <= head.last_seq and created_at >= asked.since and ${changesNobody('channel')}
      ) as holds
    from ${asked(rows)} join stream_heads head on head.id = asked.id
  ), locked as materialized (
    select expected.*, to_char(expected.at at time zone 'UTC', ${ISO}) as iso from expected join stream_heads head on head.id = expected.id and head.last_seq = expected.base
    where expected.holds and not exists (select from guarded where not holds)
    order by head.id for no key update of head skip locked
  )`,
  frame: `replace(frame, '${INSTANT}', iso)`,
  result: `select id, base, iso as at, null::bigint as guarded from locked
    union all select id, null, null, case when holds then last_seq end from guarded
    union all select id, null, null, null from expected where not holds`,
};

/**
 * Writes a batch of messages with their events, reply counts and clients' keys, to the channels whose heads it takes. The
 * log gives the positions.
 *
 * A channel for which what was decided may not be true any more, or whose log somebody else is writing to, is left out with
 * all of its messages, and nothing of it is written. The heads are never waited for here. Keys are: another request with the
 * same key may be under way.
 */
const writing = (locking: Locking, rows: RowForm, { columns, stored, ctes }: typeof PLAIN) =>
  statement<WrittenRow>(`
  with ${locking.ctes(rows)}, advanced as (
    update stream_heads head set last_seq = locked.base + locked.messages, last_at = locked.at
    from locked where head.id = locked.id
  ), post as materialized (
    select post.*, locked.base + post.step as seq, locked.at${locking.frame === 'frame' ? '' : ', locked.iso'}
    from ${rows.from([6, 'uuid'], [7, 'uuid'], [8, 'bigint'], [9, 'uuid'], [10, 'uuid'], [11, 'text'], [12, 'json'], ...columns.values)}
      post (id, channel_id, step, user_id, thread_id, content, frame${columns.name})
    join locked on locked.id = post.channel_id
  ), stored as (
    insert into messages (id, channel_id, seq, user_id, thread_id, content, created_at, updated_at${columns.name})
    select id, channel_id, seq, user_id, thread_id, content, at, at${stored} from post
  ), logged as (
    insert into events (stream_id, seq, frame, created_at)
    select channel_id, seq, ${locking.frame} || seq || $15::text, at from post
  )${ctes}
  ${locking.result}`);

const PLAIN = { columns: { values: [] as readonly Column[], name: '' }, stored: '', ctes: '' };

const kept = (rows: RowForm) => `, kept as (
    insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
    select post.user_id, kept.key, decode(kept.request_hash, 'hex'), kept.answer, post.at
    from ${rows.from([16, 'uuid'], [17, 'text'], [18, 'text'], [19, 'json'])} kept (id, key, request_hash, answer)
    join post on post.id = kept.id order by post.user_id, kept.key
  )`;

const COUNTED = `, counted as (
    update messages root set reply_count = root.reply_count + replies.count
    from (select thread_id, count(*) from post where thread_id is not null group by thread_id) replies
    where root.id = replies.thread_id
  )`;

/**
 * Almost every message is plain, and pays nothing for those that reply, mention somebody, are a bot's answer, have metadata, an
 * external id or components, or come from a webhook; nor does one without a client's key pay for keys, or one that comes alone
 * for arrays. Those without keys take the parameters 1 to 15, and those with them 16 to 19 too.
 */
export const writePlain = {
  unmoved: writing(UNMOVED, MANY_ROWS, PLAIN),
  unmovedKeyed: writing(UNMOVED, MANY_ROWS, { ...PLAIN, ctes: kept(MANY_ROWS) }),
  compared: writing(COMPARED, MANY_ROWS, PLAIN),
  comparedKeyed: writing(COMPARED, MANY_ROWS, { ...PLAIN, ctes: kept(MANY_ROWS) }),
};
/** The same for a batch of one message, as `ONE_ROW`. */
export const writeOne = {
  unmoved: writing(UNMOVED, ONE_ROW, PLAIN),
  unmovedKeyed: writing(UNMOVED, ONE_ROW, { ...PLAIN, ctes: kept(ONE_ROW) }),
  compared: writing(COMPARED, ONE_ROW, PLAIN),
  comparedKeyed: writing(COMPARED, ONE_ROW, { ...PLAIN, ctes: kept(ONE_ROW) }),
};
export const writeWithReplies = writing(COMPARED, MANY_ROWS, {
  ...PLAIN,
  ctes: `${kept(MANY_ROWS)}${COUNTED}${followsOfReplies()}`,
});
/** Takes all parameters. */
export const writeWithAll = writing(COMPARED, MANY_ROWS, {
  columns: {
    values: [
      [20, 'json'],
      [24, 'json'],
      [25, 'text'],
      [28, 'json'],
      [29, 'json'],
      [30, 'json'],
    ],
    name: ', mentions, metadata, external_id, webhook, interaction, components',
  },
  stored: `, nullif(mentions, 'null')::jsonb, nullif(metadata, 'null')::jsonb, external_id, nullif(webhook, 'null')::jsonb,
    nullif(interaction, 'null')::jsonb, nullif(components, 'null')::jsonb`,
  ctes: `${kept(MANY_ROWS)}${COUNTED}, grouped as materialized (
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
