import type { Database, Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { Clock } from '../kernel/services/clock.js';
import type { Seal } from '../kernel/services/seal.js';
import type { EventDraft } from '../protocol/events.js';
import { append, type Draft, type Head, type Made } from './append.js';
import { appendEvent } from './append-event.js';
import type { Bus, Hint } from './bus.js';
import { claimKey, type Idempotency, storeAnswer } from './idempotency.js';
import type { Stream } from './streams.js';

/**
 * Takes the stream's next position and appends an event there. `draft` runs with the position taken, so that it may
 * write what carries it (a message's `seq` and `createdAt`); it returns the event, or an object with the event and
 * whatever else it made. Returns the same, with the position.
 *
 * An event that needs no position is given as it is, to one stream, or to several whose locks the caller holds. It is
 * one round trip.
 */
export interface Emit {
  <Event extends EventDraft>(
    stream: Stream,
    draft: (head: Head) => Event | Promise<Event>,
  ): Promise<{ readonly event: Event; readonly seq: number }>;
  <Result extends Made>(
    stream: Stream,
    draft: (head: Head) => Promise<Result>,
  ): Promise<Result & { readonly seq: number }>;
  (streams: Stream | readonly Stream[], event: EventDraft): Promise<void>;
}

/** The part of a context that a write needs. */
export interface WriteContext {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly replyHeaders: Map<string, string>;
  readonly idempotency: Idempotency | null;
  readonly seal: Seal | null;
  readonly actor?: { readonly userId: string };
}

/**
 * Runs a write that publishes events. The write, its events with their positions in the log and, for a retry-safe
 * call, the answer under the idempotency key are one transaction. Events are published after its commit, so what was
 * rolled back is never published.
 *
 * A call repeated with the same key gets the first answer again, with `Idempotent-Replayed: true`. An answer that holds
 * a `secret` is stored so that only the token that received it can read it again.
 * Throws `IDEMPOTENCY_KEY_REUSED` when the key was used for another request.
 */
export async function transact<Answer>(
  ctx: WriteContext,
  work: (tx: Transaction, emit: Emit) => Promise<Answer>,
  { secret = false }: { readonly secret?: boolean } = {},
): Promise<Answer> {
  const hints: Hint[] = [];
  const answer = await ctx.db.transaction(async (tx) => {
    const claim = ctx.idempotency && ctx.actor ? { ...ctx.idempotency, userId: ctx.actor.userId } : null;
    const earlier = claim && (await claimKey(tx, claim, ctx.clock.now()));
    if (earlier) {
      ctx.replyHeaders.set('Idempotent-Replayed', 'true');
      // The stored text is an earlier answer of this operation, so it has its type.
      return JSON.parse(secret ? unsealed(ctx, earlier) : earlier) as Answer;
    }
    const fresh = await work(tx, emitter(tx, ctx.clock, hints));
    if (claim) {
      const answer = JSON.stringify(fresh ?? null);
      await storeAnswer(tx, claim, secret && ctx.seal ? ctx.seal.close(answer) : answer);
    }
    return fresh;
  });
  for (const hint of hints) ctx.bus.publish(hint);
  return answer;
}

/** Emits inside a transaction; what is to be published after the commit is added to `hints`. */
function emitter(tx: Transaction, clock: Clock, hints: Hint[]): Emit {
  const emit = async (streams: Stream | readonly Stream[], draft: EventDraft | Draft) => {
    if (typeof draft !== 'function') {
      hints.push(...(await appendEvent(tx, [streams].flat(), clock.now(), draft)));
    } else if ('id' in streams) {
      const { made, hint } = await append(tx, streams, clock.now(), draft);
      hints.push(hint);
      return { ...made, seq: hint.seq };
    }
  };
  // The result is what the draft made; the overloads of `Emit` declare its type.
  return emit as Emit;
}

function unsealed({ seal }: WriteContext, sealed: string): string {
  const answer = seal?.open(sealed) ?? null;
  if (answer !== null) return answer;
  throw new AppError('IDEMPOTENCY_KEY_REUSED', {
    message:
      'This idempotency key was used by another session, which alone can read the secret answer again.',
  });
}
