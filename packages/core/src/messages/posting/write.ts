import { randomUUID } from 'node:crypto';
import {
  type Column,
  MANY_ROWS,
  ONE_ROW,
  type Queryable,
  type Relation,
  type RowForm,
  relation,
  statement,
} from '@palaver/db';
import type { StreamVersion } from '../../log/snapshot.js';
import type { PostDraft } from '../../procedures/post-queue.js';
import type { FrameParts } from '../../protocol/events.js';
import type { Message } from '../../protocol/records/message.js';
import type { StoredPlace } from '../extra.js';
import { GROUP, groupsOf, insertMentions, MENTION, mentionsOf } from '../mentions/rows.js';
import { countReplies, followsOfReplies, replies } from '../reply-rows.js';
import { holds } from './poster-cache.js';

/** A message that is to be written. */
export interface MessageRow {
  readonly draft: PostDraft;
  /** Its instants are those of its channel; where a batch is compared, they are `INSTANT`. */
  readonly message: Message;
  readonly stored: StoredPlace;
  /** Its place among the messages of its batch to its channel, from 1. */
  readonly place: number;
  /** Of its `message.created`, around its position. */
  readonly frame: FrameParts;
}

/** A channel that is written to. */
export interface ChannelWrite {
  /** What is decided was true then. */
  readonly version: StreamVersion;
  readonly messages: number;
  /** When they are made (ISO 8601), not before an event of its log that is known. A statement that compares takes a later one from the log. */
  readonly at: string;
}

/** Messages that are written together. */
export interface WriteBatch {
  readonly channels: ReadonlyMap<string, ChannelWrite>;
  /** Of the authors and servers. */
  readonly others: ReadonlyMap<string, StreamVersion>;
  readonly messages: readonly MessageRow[];
  /** Whether no message has one of the `RARE` columns or is a reply. */
  readonly isPlain: boolean;
  /**
   * Whether streams that have moved since their version are compared, as always for messages that are not plain. Otherwise
   * nothing is written of a channel that has moved, nor anything where another stream has, and nothing is told of them.
   */
  readonly compares: boolean;
}

/**
 * A channel that was written to, or another stream at which what was decided still holds, with its position before the messages. `at`
 * is their instant or that of the last event, where it was compared. Without a position, what was read is not true any more.
 */
export interface WrittenRow {
  readonly id: string;
  readonly seq: string | null;
  readonly at: string | null;
}

/**
 * Stands in a frame for the instants of its message, which a statement that compares writes there. Nobody outside of this process can
 * know it, and so no text has it by chance or on purpose.
 */
export const INSTANT = randomUUID();

const STREAM: ReadonlyArray<Column<StreamVersion>> = [
  ['id', 'uuid', ({ id }) => id],
  ['seq', 'bigint', ({ seq }) => seq],
  ['at', 'timestamptz', ({ at }) => at],
];

const PLAIN: ReadonlyArray<Column<MessageRow>> = [
  ['id', 'uuid', ({ message }) => message.id],
  ['channel_id', 'uuid', ({ message }) => message.channelId],
  ['place', 'bigint', ({ place }) => place],
  ['user_id', 'uuid', ({ message }) => message.userId],
  ['thread_id', 'uuid', ({ stored }) => stored.threadId],
  ['content', 'text', ({ message }) => message.content],
  ['frame', 'json', ({ frame: [before] }) => before],
  ['key', 'text', ({ draft }) => draft.idempotency?.key ?? null],
  ['request_hash', 'text', ({ draft }) => draft.idempotency?.requestHash.toString('hex') ?? null],
];

/** Columns of `messages` that most messages leave empty. */
const RARE: ReadonlyArray<Column<MessageRow>> = [
  ['mentions', 'json', ({ draft, message }) => json(draft.mentions && message.mentions)],
  ['extra', 'json', ({ stored }) => json(stored.extra)],
];

const json = (value: object | null): string => JSON.stringify(value);
const messagesOf = ({ messages }: WriteBatch) => messages;

const channels = relation(
  (batch: WriteBatch) => [...batch.channels.values()],
  [
    ...STREAM.map(([name, type, of]): Column<ChannelWrite> => [name, type, ({ version }) => of(version)]),
    ['messages', 'bigint', ({ messages }) => messages],
    ['made', 'timestamptz', ({ at }) => at],
  ],
);
const others = relation((batch: WriteBatch) => [...batch.others.values()], STREAM);
const mentions = relation(
  (batch: WriteBatch) => mentionsOf(batch.messages.map(({ message }) => message)),
  MENTION,
);
const groups = relation((batch: WriteBatch) => groupsOf(batch.messages.map(({ message }) => message)), GROUP);

/** Which channels a statement takes, by the rows of `channels` and of `others`, and what it answers of them. */
interface Locking {
  ctes(channels: string, others: string): string;
  readonly frame: string;
  readonly result: string;
}

const asIso = (at: string) => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Takes the channels that are where they were when they were read, if all others are. A post costs two thirds of what it does by `COMPARED`. */
const UNMOVED: Locking = {
  ctes: (channels, others) => `locked as materialized (
    select head.id, head.last_seq as base, asked.messages, asked.made as at
    from ${channels} join stream_heads head on head.id = asked.id and head.last_seq = asked.seq and asked.made >= head.last_at
    where not exists (select from ${others} join stream_heads head on head.id = other.id and head.last_seq <> other.seq)
    order by head.id for no key update of head skip locked
  )`,
  frame: 'frame',
  result: 'select id, base as seq, null as at from locked',
};

/** Takes the channels where what was decided is still true, if it is by all others. */
const COMPARED: Locking = {
  ctes: (channels, others) => `compared as materialized (
    select head.id, head.last_seq, head.last_at, ${holds('other')} as holds
    from ${others} join stream_heads head on head.id = other.id and head.last_seq <> other.seq
  ), expected as materialized (
    select head.id, head.last_seq as base, asked.messages, greatest(asked.made, head.last_at) as at, ${holds('asked')} as holds
    from ${channels} join stream_heads head on head.id = asked.id
  ), locked as materialized (
    select expected.* from expected join stream_heads head on head.id = expected.id and head.last_seq = expected.base
    where expected.holds and not exists (select from compared where not holds)
    order by head.id for no key update of head skip locked
  )`,
  frame: `replace(frame, '${INSTANT}', ${asIso('at')})`,
  result: `select id, base as seq, ${asIso('at')} as at from locked
    union all select id, case when holds then last_seq end, case when holds then ${asIso('last_at')} end from compared
    union all select id, null, null from expected where not holds`,
};

/** Common table expressions that write what only messages with `RARE` columns and replies have. */
const ctesOfAll = (
  mentions: string,
  groups: string,
) => `, ${replies("extra::json ->> 'alsoInThread'")}, ${countReplies}, ${insertMentions(mentions, groups)}, identified as (
    insert into message_external_ids (channel_id, external_id, message_id)
    select channel_id, extra::json ->> 'externalId', id from post where extra::json ->> 'externalId' is not null
  )${followsOfReplies(`
      union all
      select target.id, reply.root_id, reply.channel_id, reply.seq - 1, null
      from target join reply on reply.id = target.message_id where target.id <> reply.channel_id`)}`;

const FIELDS = ['id', 'channel_id', 'seq', 'user_id', 'thread_id', 'content'];

/**
 * Writes a batch of messages with their events and clients' keys to the channels that it takes. The log gives the positions.
 * A channel that it does not take is left out with all of its messages: somebody else is writing to it, or what was decided
 * may not be true any more. It never waits for a channel. It does for a key: another request with it may be under way.
 */
function writer(locking: Locking, form: RowForm, writes: 'plain' | 'all') {
  const rare = writes === 'all' ? RARE : [];
  const all: ReadonlyArray<readonly [name: string, Relation<WriteBatch>, RowForm]> = [
    ['asked', channels, form],
    ['other', others, MANY_ROWS],
    ['given', relation(messagesOf, [...PLAIN, ...rare]), form],
    ['mention', mentions, MANY_ROWS],
    ['grouping', groups, MANY_ROWS],
  ];
  const sources = writes === 'all' ? all : all.slice(0, 3);
  let first = 2;
  const [asked = '', other = '', given = '', mention = '', grouping = ''] = sources.map(
    ([name, relation, form]) => {
      const sql = relation.from(name, first, form);
      first += relation.width;
      return sql;
    },
  );
  const columns = rare.map(([name]) => name);
  const stored = rare.map(([name, type]) => (type === 'json' ? `nullif(${name}, 'null')::jsonb` : name));
  const run = statement<WrittenRow>(`
  with ${locking.ctes(asked, other)}, advanced as (
    update stream_heads head set last_seq = locked.base + locked.messages, last_at = locked.at
    from locked where head.id = locked.id
  ), post as materialized (
    select given.*, locked.base + given.place as seq, locked.at
    from ${given} join locked on locked.id = given.channel_id
  ), stored as (
    insert into messages (${[...FIELDS, 'created_at', 'updated_at', ...columns].join(', ')})
    select ${[...FIELDS, 'at', 'at', ...stored].join(', ')} from post
  ), logged as (
    insert into events (stream_id, seq, frame, created_at)
    select channel_id, seq, ${locking.frame} || seq || $1::text, at from post
  ), kept as (
    insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
    select user_id, key, decode(request_hash, 'hex'), '"' || id || '"', at
    from post where key is not null order by user_id, key
  )${writes === 'all' ? ctesOfAll(mention, grouping) : ''}
  ${locking.result}`);
  return (q: Queryable, batch: WriteBatch) => {
    // The same for every event of this type.
    const frameEnd = batch.messages[0]?.frame[1] ?? '';
    const rows = sources.flatMap(([, relation, form]) => relation.parameters(batch, form));
    return run(q, [frameEnd, ...rows]);
  };
}

/** Almost every message is plain, and almost every batch finds all as it was read: these pay nothing for what is rare. */
const writeOne = writer(UNMOVED, ONE_ROW, 'plain');
const writeMany = writer(UNMOVED, MANY_ROWS, 'plain');
const writeCompared = writer(COMPARED, MANY_ROWS, 'plain');
const writeAll = writer(COMPARED, MANY_ROWS, 'all');

/** Writes what is still true of a batch. Throws the database's error, with which nothing is written. */
export function writeMessages(q: Queryable, batch: WriteBatch): Promise<readonly WrittenRow[]> {
  const { messages, isPlain, compares } = batch;
  if (!isPlain) return writeAll(q, batch);
  if (compares) return writeCompared(q, batch);
  return messages.length === 1 ? writeOne(q, batch) : writeMany(q, batch);
}
