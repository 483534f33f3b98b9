import { isOutcomeUnknown, statement } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { iso } from '../kernel/sql/instant.js';
import { type EventDraft, frameParts } from '../protocol/events.js';
import type { Stream } from './streams.js';
import { checkForAWhile, type WriteContext } from './transact.js';

/** An event for the position after the one at which what it says was read. */
export interface ExpectedEvent {
  readonly stream: Stream;
  /** The last position of the stream when that was read. */
  readonly seq: number;
  readonly event: EventDraft;
}

/**
 * Makes a write of one statement that appends one event, which needs no transaction around it: a third of the round trips. It
 * writes where its stream has not moved since what it says was read, and otherwise nothing.
 *
 * `lock` is a query that locks the row to be written, if it is still as it was read; `change` writes it, joined to
 * `head`. The row is locked before the stream. Their parameters begin at `$5`.
 */
export function appendAlone(lock: string, change: string) {
  const write = statement<{ seq: string }>(`
  with own as materialized (${lock}
  ), head as materialized (
    select head.id, head.last_seq, greatest(head.last_at, $3::text::timestamptz) as at
    from own cross join stream_heads head where head.id = $1 and head.last_seq = $2::text::bigint
    for no key update of head
  ), changed as (${change}
  ), advanced as (
    update stream_heads stream set last_seq = head.last_seq + 1, last_at = head.at from head where stream.id = head.id
  )
  insert into events (stream_id, seq, frame, created_at)
  select id, last_seq + 1, $4, at from head returning seq`);

  /** Returns whether it has written. What others must hear is published then, as `transact` does. */
  return async (
    ctx: WriteContext,
    { stream, seq: before, event }: ExpectedEvent,
    parameters: readonly string[],
  ): Promise<boolean> => {
    const { db, bus, clock } = ctx.services;
    // Nobody hears this answer.
    if (ctx.request?.isAbandoned()) throw new AppError('BUSY');
    const seq = before + 1;
    const frame = frameParts(stream, event).join(String(seq));
    const written = await write(db, [
      stream.id,
      String(before),
      iso(clock.now()),
      frame,
      ...parameters,
    ]).catch((error: unknown) => {
      if (isOutcomeUnknown(error)) void checkForAWhile(bus);
      throw error;
    });
    if (written.length === 0) return false;
    bus.publish({ streamId: stream.id, streamKind: stream.kind, seq, frame });
    return true;
  };
}
