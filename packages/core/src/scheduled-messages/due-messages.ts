import { type Queryable, statement } from '@palaver/db';
import { secondsToWait } from '../channels/slow-mode.js';
import { rowByRow, type WorkSource } from '../kernel/concurrency/background-work.js';
import { AppError } from '../kernel/errors/app-error.js';
import { userStream } from '../log/streams.js';
import { transact, type WriteContext } from '../log/transact.js';
import type { Using } from '../procedures/context.js';
import { ERRORS } from '../protocol/error-codes.js';
import { findScheduled, lockScheduled, readNow, updateScheduled } from './queries.js';
import { type ScheduledRow, toScheduledMessage, updatedEvent } from './record.js';
import { contentToSend, postScheduled, requireAuthor } from './send.js';

/** How the sending goes on this node. */
export interface ScheduledMeasures {
  /** For how many seconds the oldest message has been due that is not sent, when this node last looked; 0 for none. */
  readonly lateSeconds: number;
  readonly sent: number;
  readonly failed: number;
}

type SendingWork = WriteContext & Using<'settings' | 'beforeSend' | 'background'>;

/**
 * Sends the messages that are due, by the database's clock, one in a transaction, on every node. A message that one node has
 * locked is left to it. One that is refused keeps the reason, and its author is told; one for which the service is to blame is
 * tried again, and keeps no other waiting.
 */
export class DueMessages {
  readonly source: WorkSource;
  #lateSeconds = 0;
  #sent = 0;
  #failed = 0;

  constructor(ctx: SendingWork) {
    this.source = rowByRow<Due>(
      (after) => this.#next(ctx.services.db, after),
      ({ id }) => this.#send(ctx, id),
    );
  }

  measure(): ScheduledMeasures {
    return { lateSeconds: this.#lateSeconds, sent: this.#sent, failed: this.#failed };
  }

  async #next(q: Queryable, after: Due | null): Promise<Due | null> {
    const { late, id, at } = await findDue(q, after);
    this.#lateSeconds = late ?? 0;
    return id === null || at === null ? null : { id, at };
  }

  /** Returns false for a message that another node is sending. */
  async #send(ctx: SendingWork, id: string): Promise<boolean> {
    const row = await findScheduled(ctx.services.db, id);
    if (row === null) return true;
    try {
      const isSent = await sendOne(ctx, row, await contentToSend(ctx.services, row));
      if (isSent) this.#sent++;
      return isSent || (await findScheduled(ctx.services.db, id))?.updatedAt !== row.updatedAt;
    } catch (error) {
      if (!(error instanceof AppError) || ERRORS[error.errorCode][0] >= 500) throw error;
      const seconds = secondsToWait(error);
      if (seconds !== null) await putOff(ctx, row, seconds);
      else if (await keepFailure(ctx, row, error)) this.#failed++;
      return true;
    }
  }
}

/** A message that is due, and since when: the text of the instant, with all its digits. */
interface Due {
  readonly id: string;
  readonly at: string;
}

const find = statement<{ late: number | null; id: string | null; at: string | null }>(`
  with due as materialized (
    select id, send_at from scheduled_messages
    where failure_code is null and send_at <= now() and (send_at, id) > ($1::text::timestamptz, $2::text::uuid)
    order by send_at, id limit 1
  ), oldest as materialized (
    select send_at from scheduled_messages where failure_code is null and send_at <= now() order by send_at, id limit 1
  )
  select (select extract(epoch from now() - send_at)::float8 from oldest) as late, due.id, due.send_at::text as at
  from (values (1)) one left join due on true`);

/** Before all ids (RFC 9562, 5.9). */
const FIRST = { id: '00000000-0000-0000-0000-000000000000', at: '-infinity' };

/** The message after `after` that is due, in the order of time, and for how long the oldest has been. */
async function findDue(q: Queryable, after: Due | null) {
  const { id, at } = after ?? FIRST;
  const [row] = await find(q, [at, id]);
  if (!row) throw new Error('a statement over one row answers one row');
  return row;
}

/** Returns false where the row is locked, gone or another one than it was. */
async function sendOne(ctx: SendingWork, row: ScheduledRow, content: string): Promise<boolean> {
  const message = await transact(ctx, async (tx, emit, afterCommit) => {
    const actor = await requireAuthor(tx, row);
    const locked = await lockScheduled(tx, row.id, 'skip');
    if (locked?.updatedAt !== row.updatedAt) return null;
    return postScheduled(ctx.services, { tx, emit, afterCommit, actor }, locked, content);
  });
  if (message !== null && message.threadId !== null) ctx.services.background.wake();
  return message !== null;
}

/** Writes why a message was not sent. Returns false where it was changed, sent or deleted meanwhile. */
function keepFailure(
  ctx: SendingWork,
  row: ScheduledRow,
  { errorCode, message }: AppError,
): Promise<boolean> {
  return change(ctx, row, () => ({ failureCode: errorCode, failureError: message }));
}

/** In a channel with slow mode a message is sent when its author may post again: it is no failure, and nobody waits for it. */
function putOff(ctx: SendingWork, row: ScheduledRow, seconds: number): Promise<boolean> {
  return change(ctx, row, (now) => ({ sendAt: now.getTime() + seconds * 1_000 }));
}

/** Changes a message that is due, by the clock of the database. */
function change(
  ctx: SendingWork,
  row: ScheduledRow,
  changes: (now: Date) => Partial<ScheduledRow>,
): Promise<boolean> {
  return transact(ctx, async (tx, emit) => {
    const locked = await lockScheduled(tx, row.id, 'wait');
    if (locked?.updatedAt !== row.updatedAt) return false;
    const changed = await updateScheduled(tx, { ...locked, ...changes(await readNow(tx)) });
    await emit(userStream(row.userId), updatedEvent(toScheduledMessage(changed)));
    return true;
  });
}
