import {
  arrayLiteral,
  joinJsonTexts,
  plainArrayLiteral,
  type Queryable,
  type StatementParameter,
} from '@palaver/db';
import type { Idempotency } from '../log/idempotency.js';
import type { FrameParts } from '../protocol/events.js';
import type { Message } from '../protocol/records/message.js';
import { nullIfEmpty } from './components.js';
import { targetsOf } from './mention-rows.js';
import type { PostKind } from './post-kind.js';
import type { ChannelHead, Guard } from './post-knowledge.js';
import { MANY_ROWS, ONE_ROW, type RowForm } from './post-rows.js';
import { writeOne, writePlain, writeWithAll, writeWithReplies } from './post-statement.js';

/** A message that is to be written to its channel's log. */
export interface PlacedMessage {
  readonly message: Message;
  /** Of the messages of this batch to the same channel, the how-manieth it is, from 1. */
  readonly step: number;
  /** Of its `message.created`, around its position. Where what has moved is compared, its instants are `INSTANT`. */
  readonly frame: FrameParts;
  readonly idempotency: Idempotency | null;
  /** Whether it mentions anybody. */
  readonly isMentioning: boolean;
}

/** Where a channel has got its messages. */
export interface Base {
  /** The position of its log before. */
  readonly seq: number;
  /** When its messages were made: where what has moved was compared, not before the last event of its log. ISO 8601. */
  readonly at: string;
}

/** What a channel gets of a batch. */
export interface Advance {
  readonly channelId: string;
  /** How far its log is known. */
  readonly known: ChannelHead;
  messages: number;
  /** When its messages are made, not before any event of its log that is known. ISO 8601. */
  readonly at: string;
}

export interface Written {
  /** By channel that was written to. */
  readonly bases: ReadonlyMap<string, Base>;
  /** The guards and the channels for which what was read is not true any more. */
  readonly moved: ReadonlySet<string>;
  /** The guards that have moved, and for which it is true up to this position. */
  readonly guarded: ReadonlyArray<readonly [guard: Guard, seq: number]>;
  /** Then nothing of the batch was written. */
  readonly guardMoved: boolean;
  /** Whether it is known why a channel was not written to. */
  readonly isCompared: boolean;
}

/** A batch that is to be written. */
export interface WritableBatch {
  readonly advances: readonly Advance[];
  readonly placed: readonly PlacedMessage[];
  readonly guards: readonly Guard[];
  readonly kind: PostKind;
  /**
   * Whether what has moved is compared, as always for what is not plain. Otherwise messages are written only where all logs
   * are where they were when they were read, which costs less.
   */
  readonly compares: boolean;
}

/** Writes what `post-statement.ts` says, where it is still true. Throws the database's error, with which nothing is written. */
export async function writePosts(q: Queryable, batch: WritableBatch): Promise<Written> {
  const { advances, guards, kind, compares } = batch;
  const rows = await (kind === 'plain' ? writePlainly(q, batch) : writeRare(q, batch));
  const asked = new Map(advances.map(({ channelId, at }) => [channelId, at]));
  const bases = new Map<string, Base>();
  const moved = new Set<string>();
  const guarded: Array<readonly [Guard, number]> = [];
  for (const { id, base, at = asked.get(id), guarded: seq = null } of rows) {
    const guard = seq === null ? undefined : guards.find(({ streamId }) => streamId === id);
    if (guard) guarded.push([guard, Number(seq)]);
    else if (base === null || at === undefined) moved.add(id);
    else bases.set(id, { seq: Number(base), at });
  }
  const guardMoved = guards.some(({ streamId }) => moved.has(streamId));
  return { bases, moved, guarded, guardMoved, isCompared: compares };
}

/** Runs the statement that does no more than the batch needs. */
function writePlainly(q: Queryable, batch: WritableBatch) {
  const { placed, compares } = batch;
  const [rows, write] = placed.length === 1 ? [ONE_ROW, writeOne] : [MANY_ROWS, writePlain];
  if (placed.every(({ idempotency }) => idempotency === null))
    return (compares ? write.compared : write.unmoved)(q, columns(batch, rows));
  const keyed = compares ? write.comparedKeyed : write.unmovedKeyed;
  return keyed(q, [...columns(batch, rows), ...keptColumns(placed, rows)]);
}

function writeRare(q: Queryable, batch: WritableBatch) {
  const { placed, kind } = batch;
  const parameters = [...columns(batch, MANY_ROWS), ...keptColumns(placed, MANY_ROWS)];
  if (kind === 'rare') return writeWithAll(q, [...parameters, ...rareColumns(placed)]);
  return writeWithReplies(q, parameters);
}

function columns(
  { advances, placed, guards }: WritableBatch,
  { plain, texts, jsons }: RowForm,
): StatementParameter[] {
  return [
    plain(advances.map(({ channelId }) => channelId)),
    plain(advances.map(({ known }) => known.seq)),
    plain(advances.map(({ messages }) => messages)),
    plain(advances.map(({ at }) => at)),
    plain(advances.map(({ known }) => known.at)),
    plain(placed.map(({ message }) => message.id)),
    plain(placed.map(({ message }) => message.channelId)),
    plain(placed.map(({ step }) => step)),
    plain(placed.map(({ message }) => message.userId)),
    plain(placed.map(({ message }) => message.threadId)),
    texts(placed.map(({ message }) => message.content)),
    jsons(placed.map(({ frame: [before] }) => before)),
    plainArrayLiteral(guards.map(({ streamId }) => streamId)),
    plainArrayLiteral(guards.map(({ seq }) => seq)),
    // The same for every event of this type.
    placed[0]?.frame[1] ?? '',
  ];
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

function keptColumns(
  placed: readonly PlacedMessage[],
  { plain, texts, jsons }: RowForm,
): StatementParameter[] {
  const kept = placed.flatMap(({ message, idempotency }) => (idempotency ? [{ message, idempotency }] : []));
  return [
    plain(kept.map(({ message }) => message.id)),
    texts(kept.map(({ idempotency }) => idempotency.key)),
    plain(kept.map(({ idempotency }) => idempotency.requestHash.toString('hex'))),
    jsons(kept.map(({ message }) => JSON.stringify(message.id))),
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
