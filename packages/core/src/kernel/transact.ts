import type { Transaction } from '@palaver/db';
import type { Hint } from '../events/bus.js';
import type { EventDraft } from '../events/events.js';
import { append, type Head } from '../events/log.js';
import type { Stream } from '../events/streams.js';
import type { Context } from './context.js';
import { claimKey, storeAnswer } from './idempotency.js';

/**
 * Takes the stream's next place and appends the event that `draft` returns. `draft` runs with the place already
 * taken, so it may write what carries it (a message's `seq` and `createdAt`).
 */
export type Emit = (
  stream: Stream,
  draft: EventDraft | ((head: Head) => EventDraft | Promise<EventDraft>),
) => Promise<void>;

/** What the domain asks of a context to write. */
export type WriteContext = Pick<Context, 'db' | 'bus' | 'clock' | 'replyHeaders' | 'idempotency'> & {
  readonly actor?: { readonly userId: string };
};

/**
 * The only way to write what others must hear. The write, its events with their places in the log and, for a
 * retry-safe call, the answer under the client's key are one transaction; only after its commit is anything
 * announced. What rolled back was never heard of.
 *
 * A call repeated with the same key gets the first answer again, with `Idempotent-Replayed: true`.
 * Throws `IDEMPOTENCY_KEY_REUSED` when the key stands for another request.
 */
export async function transact<Answer>(
  ctx: WriteContext,
  work: (tx: Transaction, emit: Emit) => Promise<Answer>,
): Promise<Answer> {
  const hints: Hint[] = [];
  const answer = await ctx.db.transaction(async (tx) => {
    const claim = ctx.idempotency && ctx.actor ? { ...ctx.idempotency, userId: ctx.actor.userId } : null;
    const earlier = claim && (await claimKey(tx, claim, ctx.clock.now()));
    if (earlier) {
      ctx.replyHeaders.set('Idempotent-Replayed', 'true');
      // The stored text is what this same operation answered, so it has its type.
      return JSON.parse(earlier) as Answer;
    }
    const emit: Emit = async (stream, draft) => {
      hints.push(await append(tx, stream, ctx.clock.now(), draft));
    };
    const fresh = await work(tx, emit);
    if (claim) await storeAnswer(tx, claim, fresh);
    return fresh;
  });
  for (const hint of hints) ctx.bus.publish(hint);
  return answer;
}
