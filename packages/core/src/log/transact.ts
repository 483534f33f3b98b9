import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { Context } from '../procedures/context.js';
import type { EventDraft } from '../protocol/events.js';
import { append, type Draft } from './append.js';
import type { Hint } from './bus.js';
import { claimKey, storeAnswer } from './idempotency.js';
import type { Stream } from './streams.js';

/**
 * Takes the stream's next place and appends the event that `draft` returns. `draft` runs with the place already
 * taken, so it may write what carries it (a message's `seq` and `createdAt`). Returns the event, to tell others as
 * well, and its place.
 */
export type Emit = <Drafted extends EventDraft>(
  stream: Stream,
  draft: Draft<Drafted>,
) => Promise<{ readonly event: Drafted; readonly seq: number }>;

/** What the domain asks of a context to write. */
export type WriteContext = Pick<Context, 'db' | 'bus' | 'clock' | 'replyHeaders' | 'idempotency' | 'seal'> & {
  readonly actor?: { readonly userId: string };
};

/**
 * The only way to write what others must hear. The write, its events with their places in the log and, for a
 * retry-safe call, the answer under the client's key are one transaction; only after its commit is anything
 * announced. What rolled back was never heard of.
 *
 * A call repeated with the same key gets the first answer again, with `Idempotent-Replayed: true`. An answer that holds
 * a `secret` is kept so that only the token that got it can read it again.
 * Throws `IDEMPOTENCY_KEY_REUSED` when the key stands for another request.
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
      // The stored text is what this same operation answered, so it has its type.
      return JSON.parse(secret ? unsealed(ctx, earlier) : earlier) as Answer;
    }
    const emit: Emit = async (stream, draft) => {
      const { event, hint } = await append(tx, stream, ctx.clock.now(), draft);
      hints.push(hint);
      return { event, seq: hint.seq };
    };
    const fresh = await work(tx, emit);
    if (claim) {
      const answer = JSON.stringify(fresh ?? null);
      await storeAnswer(tx, claim, secret && ctx.seal ? ctx.seal.close(answer) : answer);
    }
    return fresh;
  });
  for (const hint of hints) ctx.bus.publish(hint);
  return answer;
}

function unsealed({ seal }: WriteContext, sealed: string): string {
  const answer = seal?.open(sealed) ?? null;
  if (answer !== null) return answer;
  throw new AppError('IDEMPOTENCY_KEY_REUSED', {
    message:
      'This idempotency key was used by another session, which alone can read the secret answer again.',
  });
}
