import { setTimeout } from 'node:timers/promises';
import { type Database, isOutcomeUnknown, type Queryable, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { Clock } from '../kernel/services/clock.js';
import type { Seal } from '../kernel/services/seal.js';
import type { EventDraft } from '../protocol/events.js';
import { append, type Draft, type Head, type Made } from './append.js';
import { appendEvents, type PlacedEvent } from './append-events.js';
import type { Bus, Hint } from './bus.js';
import { type Claim, claimKey, findAnswer, type Idempotency, storeAnswer } from './idempotency.js';
import type { Stream } from './streams.js';
import { type Unawaited, unawaited } from './unawaited.js';

/**
 * Takes the stream's next position and appends an event there. `draft` runs with the position taken, so that it may
 * write what carries it (a message's `seq` and `createdAt`); it returns the event, or an object with the event and
 * whatever else it made. Returns the same, with the position.
 *
 * An event that needs no position is given as it is, to one stream, or to several whose locks the caller holds. So are
 * several events, each with its stream. Nothing waits for them to be written but the end of the transaction.
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
  (placed: readonly PlacedEvent[]): Promise<void>;
}

/**
 * Registers what is to be done once the write is committed, in this order and after its events are published. Nothing of
 * it is done for a write that is rolled back or replayed.
 */
export type AfterCommit = (effect: () => void | Promise<void>) => void;

/** The part of a context that a write needs. */
export interface WriteContext {
  readonly services: { readonly db: Database; readonly bus: Bus; readonly clock: Clock };
  /** Null for work that no request waits for. */
  readonly request: {
    readonly replyHeaders: Map<string, string>;
    readonly seal: Seal | null;
    isAbandoned(): boolean;
  } | null;
  readonly idempotency: Idempotency | null;
  readonly actor?: { readonly userId: string } | undefined;
}

/** What a context has beside its services where no request waits for its work: its writes carry no key. */
export const NO_REQUEST = { request: null, idempotency: null } as const;

/** What is stored of an answer, as JSON, and how a retry gets the answer from it. */
export interface AnswerStore<Answer, Stored> {
  readonly store: (answer: Answer) => Stored;
  readonly recall: (stored: Stored, q: Queryable) => Promise<Answer>;
}

interface WriteOptions<Answer, Stored> {
  /** The answer holds a secret: it is stored so that only the token that received it can read it again. */
  readonly secret?: boolean;
  /** Stores less than the answer, where what it shows may have to disappear before the key does. */
  readonly answers?: AnswerStore<Answer, Stored>;
}

/**
 * Runs a write that publishes events. The write, its events with their positions in the log and, for a call with an
 * idempotency key, the answer under the key are one transaction. Events are published after its commit, so what was
 * rolled back is never published.
 *
 * A write whose client has gone while it waited for the database is not begun. Where the answer to the commit is lost, it
 * may have taken effect, so the log is checked for its events at once.
 *
 * A call repeated with the same key gets the first answer again, with `Idempotent-Replayed: true`, and does nothing.
 * Throws `IDEMPOTENCY_KEY_REUSED` when the key was used for another request, and an error when one call commits twice
 * under its key: the second would be taken for a repetition. A further transaction of a call has `idempotency: null`.
 */
export async function transact<Answer, Stored = Answer>(
  ctx: WriteContext,
  work: (tx: Transaction, emit: Emit, afterCommit: AfterCommit) => Promise<Answer>,
  { secret = false, answers }: WriteOptions<Answer, Stored> = {},
): Promise<Answer> {
  const { db, bus, clock } = ctx.services;
  const hints: Hint[] = [];
  const effects: Array<() => void | Promise<void>> = [];
  const sending = unawaited();
  const claim = claimOf(ctx);
  const run = async (tx: Transaction) => {
    // Nobody hears this answer.
    if (ctx.request?.isAbandoned()) throw new AppError('BUSY');
    const earlier = claim && (await claimKey(tx, claim, clock.now()));
    if (earlier) {
      const answer = answers
        ? await answers.recall(replay<Stored>(ctx, earlier, secret), tx)
        : replay<Answer>(ctx, earlier, secret);
      return { answer, isReplay: true };
    }
    const fresh = await work(
      tx,
      emitter(tx, clock, { hints, sending }),
      (effect) => void effects.push(effect),
    );
    if (claim) {
      const answer = JSON.stringify((answers ? answers.store(fresh) : fresh) ?? null);
      const seal = secret ? ctx.request?.seal : null;
      await sending.send(() => storeAnswer(tx, claim, seal ? seal.close(answer) : answer));
    }
    return { answer: fresh, isReplay: false };
  };
  const committing = async () => {
    const outcome = await db.transaction(run);
    await sending.settled();
    return outcome;
  };
  const { answer, isReplay } = await committing().catch(async (error: unknown) => {
    if (isOutcomeUnknown(error)) void checkForAWhile(bus);
    throw error;
  });
  // The process that committed the first answer may not have learned of it.
  if (isReplay) await bus.check();
  if (ctx.idempotency) committed.add(ctx.idempotency);
  for (const hint of hints) bus.publish(hint);
  for (const effect of effects) await effect();
  return answer;
}

/**
 * The answer that an earlier call with this key got; null without one. For a write that does something costly, or
 * something that a repetition would fail at, before its transaction. Throws `IDEMPOTENCY_KEY_REUSED`.
 */
export async function findReplay<Answer>(
  ctx: WriteContext,
  { secret = false }: { readonly secret?: boolean } = {},
): Promise<{ readonly answer: Answer } | null> {
  const claim = claimOf(ctx);
  const earlier = claim && (await findAnswer(ctx.services.db, claim));
  return earlier ? { answer: replay<Answer>(ctx, earlier, secret) } : null;
}

/** When the log is checked after a commit with an unknown outcome, in milliseconds: the server may still carry it out. */
const CHECK_AFTER_MS = [0, 100, 300, 600];

/** Finds the events of a write that may have taken effect, though its answer was lost. */
export async function checkForAWhile(bus: Bus): Promise<void> {
  for (const ms of CHECK_AFTER_MS) {
    await setTimeout(ms);
    await bus.check();
  }
}

/** The keys of calls that have committed in this process. */
const committed = new WeakSet<Idempotency>();

function claimOf({ idempotency, actor }: WriteContext): Claim | null {
  if (!idempotency || !actor) return null;
  if (committed.has(idempotency)) throw new Error('a call commits under its idempotency key only once');
  return { ...idempotency, userId: actor.userId };
}

function replay<Stored>(ctx: WriteContext, stored: string, secret: boolean): Stored {
  ctx.request?.replyHeaders.set('Idempotent-Replayed', 'true');
  // An earlier call of this operation has stored it, so it has its type.
  return JSON.parse(secret ? unsealed(ctx, stored) : stored) as Stored;
}

interface Emitted {
  /** What is to be published after the commit, once `sending` is settled. */
  readonly hints: Hint[];
  readonly sending: Unawaited;
}

/** Emits inside a transaction. The events are written when it is committed. */
function emitter(tx: Transaction, clock: Clock, { hints, sending }: Emitted): Emit {
  const emit = async (to: Stream | ReadonlyArray<Stream | PlacedEvent>, draft?: EventDraft | Draft) => {
    if (typeof draft !== 'function') {
      const placed = placedEvents(to, draft);
      await sending.send(async () => hints.push(...(await appendEvents(tx, clock.now(), placed))));
    } else if ('id' in to) {
      const { made, hint, write } = await append(tx, to, clock.now(), draft);
      await sending.send(async () => {
        await write();
        hints.push(hint);
      });
      return { ...made, seq: hint.seq };
    }
  };
  // The result is what the draft made; the overloads of `Emit` declare its type.
  return emit as Emit;
}

function placedEvents(
  to: Stream | ReadonlyArray<Stream | PlacedEvent>,
  event: EventDraft | undefined,
): PlacedEvent[] {
  return [to].flat().flatMap((item) => {
    if ('stream' in item) return [item];
    return event ? [{ stream: item, event }] : [];
  });
}

function unsealed({ request }: WriteContext, sealed: string): string {
  const answer = request?.seal?.open(sealed) ?? null;
  if (answer !== null) return answer;
  throw new AppError('IDEMPOTENCY_KEY_REUSED', {
    message:
      'This idempotency key was used by another session, which alone can read the secret answer again.',
  });
}
