import {
  type Column,
  isOutcomeUnknown,
  MANY_ROWS,
  ONE_ROW,
  type RowForm,
  relation,
  statement,
} from '@palaver/db';
import { iso } from '../kernel/sql/instant.js';
import { type EventDraft, frameParts } from '../protocol/events.js';
import type { Stream } from './streams.js';
import { checkForAWhile, type WriteContext } from './transact.js';

/** A write of one row, with an event for the position after the one at which what it says was read. */
export interface ExpectedWrite<Values> {
  readonly stream: Stream;
  /** The last position of the stream when that was read. */
  readonly seq: number;
  readonly event: EventDraft;
  readonly values: Values;
}

/** One with the frame of its event. */
interface Framed<Values> extends ExpectedWrite<Values> {
  readonly frame: string;
}

/** Fragments of SQL. */
interface Write {
  /** Joins the row to be written, as `target`, to `asked`, if it is still as it was read. */
  readonly target: string;
  /** Writes it, joined to `head`, which has the columns of `asked`. */
  readonly change: string;
}

/**
 * Makes writes of one row and one event each, many in one statement, which needs no transaction around it. A write is done where
 * its row and its stream are as they were read, and nobody else is writing them; otherwise nothing of it is. So a statement
 * waits for no lock, whatever the order in which it takes them. The row is locked before the stream.
 *
 * `columns` are what `target` and `change` need of the values of a write, as columns of `asked`.
 */
export function appendTogether<Values>(columns: ReadonlyArray<Column<Values>>, { target, change }: Write) {
  const asked = relation(
    (writes: ReadonlyArray<Framed<Values>>) => writes,
    [
      ['stream_id', 'uuid', ({ stream }) => stream.id],
      ['stream_seq', 'bigint', ({ seq }) => seq],
      ['frame', 'json', ({ frame }) => frame],
      ...columns.map(([name, type, of]): Column<Framed<Values>> => [name, type, ({ values }) => of(values)]),
    ],
  );
  const writer = (form: RowForm) =>
    statement<{ id: string }>(`
  with own as materialized (
    select asked.* from ${asked.from('asked', 2, form)} join ${target} for no key update of target skip locked
  ), head as materialized (
    select own.*, greatest(head.last_at, $1::text::timestamptz) as at
    from own join stream_heads head on head.id = own.stream_id and head.last_seq = own.stream_seq
    for no key update of head skip locked
  ), changed as (${change}
  ), advanced as (
    update stream_heads stream set last_seq = head.stream_seq + 1, last_at = head.at from head where stream.id = head.stream_id
  )
  insert into events (stream_id, seq, frame, created_at)
  select stream_id, stream_seq + 1, frame, at from head returning stream_id as id`);
  const [writeOne, writeMany] = [writer(ONE_ROW), writer(MANY_ROWS)];

  /**
   * Returns which writes were done, in their order; of several to one stream, the first is tried. What others must hear is
   * published then, as `transact` does.
   */
  return async (
    { db, bus, clock }: WriteContext['services'],
    writes: ReadonlyArray<ExpectedWrite<Values>>,
  ): Promise<boolean[]> => {
    const tried = new Map<string, Framed<Values>>();
    for (const write of writes) {
      if (tried.has(write.stream.id)) continue;
      const frame = frameParts(write.stream, write.event).join(String(write.seq + 1));
      tried.set(write.stream.id, { ...write, frame });
    }
    const [form, write] = tried.size === 1 ? [ONE_ROW, writeOne] : [MANY_ROWS, writeMany];
    const rows = await write(db, [iso(clock.now()), ...asked.parameters([...tried.values()], form)]).catch(
      (error: unknown) => {
        if (isOutcomeUnknown(error)) void checkForAWhile(bus);
        throw error;
      },
    );
    const written = new Set(rows.map(({ id }) => id));
    for (const { stream, seq, frame } of tried.values())
      if (written.has(stream.id))
        bus.publish({ streamId: stream.id, streamKind: stream.kind, seq: seq + 1, frame });
    // A stream has one write.
    return writes.map(({ stream }) => written.delete(stream.id));
  };
}
