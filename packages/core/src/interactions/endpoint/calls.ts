import { namedOften, ParallelWork } from '../../kernel/concurrency/parallel-work.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { AskedAnswer, WebhookSender } from '../../kernel/services/webhook-sender.js';
import type { Using } from '../../procedures/context.js';
import { ERRORS } from '../../protocol/error-codes.js';
import type { BotEndpointError } from '../../protocol/records/bot-endpoint.js';
import { type AnswerContext, respond } from '../answer.js';
import type { RespondInput } from '../schemas.js';
import { callOf, mayRetry, pauseAfter, readAnswer, retryDelay } from './call.js';
import { lockEndpoint, updateEndpoint } from './queries.js';
import { type Busy, endSending, putOff, readAsked, type Sending, takeSending } from './sending.js';

/** How late a retry, or what another node was asked, may be because nobody looked, in milliseconds. */
const EVERY_MS = 1_000;
/** Calls of one node that are under way at the same time: in all, of the bots of one owner, and to one host. */
const CALLS_MAX = 64;
const CALLS_PER_OWNER = 8;
const CALLS_PER_HOST = 16;

/** What this node has done since it started, for the metrics. */
export interface EndpointMeasures {
  /** Calls by what became of them: taken without an answer, answered, failed, or with an answer that could not be used. */
  readonly outcomes: Readonly<Record<'taken' | 'answered' | 'failed' | 'unusable', number>>;
  readonly underWay: number;
}

type CallContext = Omit<AnswerContext, 'actor'> & Using<'log' | 'secrets'>;

/**
 * Calls the endpoints of bots with what they are asked. Any number of nodes may do it: an interaction is called by one of them at
 * a time, and what one person asks of a bot in order. An answer is given in the transaction that ends the calls, so none is
 * given twice.
 */
export class EndpointCalls {
  readonly #ctx: CallContext;
  /** Null on a node that calls nobody: another one does. */
  readonly work: ParallelWork<Sending> | null;
  readonly #outcomes = { taken: 0, answered: 0, failed: 0, unusable: 0 };

  constructor(ctx: CallContext, sender: WebhookSender | undefined) {
    this.#ctx = ctx;
    this.work = sender
      ? new ParallelWork<Sending>(
          {
            take: (underWay) => takeSending(ctx.services.db, ctx.services.clock.now(), busyWith(underWay)),
            work: (sending) => this.#call(sending, sender),
            max: CALLS_MAX,
            everyMs: EVERY_MS,
            failed: 'The call of a bot failed and will be tried again',
          },
          ctx.services.log,
        )
      : null;
  }

  measure(): EndpointMeasures | null {
    if (!this.work) return null;
    return { outcomes: { ...this.#outcomes }, underWay: this.work.underWay };
  }

  async #call(sending: Sending, sender: WebhookSender): Promise<void> {
    const asked = await readAsked(this.#ctx.services.db, sending);
    if (asked === null) {
      await endSending(this.#ctx.services.db, sending);
      return;
    }
    const answer = await sender.ask(callOf(this.#ctx.services, sending, asked));
    if (answer.failure !== null) {
      this.#outcomes.failed++;
      await this.#fail(sending, answer, answer.failure);
      return;
    }
    if (sending.isFailing) await this.#recover(sending.botId);
    const given = readAnswer(sending.id, answer);
    if (given === 'later') {
      this.#outcomes.taken++;
      await endSending(this.#ctx.services.db, sending);
      return;
    }
    const problem = given === 'unusable' ? 'answer' : await this.#answer(sending, given);
    if (problem === null) {
      this.#outcomes.answered++;
      return;
    }
    this.#outcomes.unusable++;
    await this.#note(sending, answer.status, problem);
    await endSending(this.#ctx.services.db, sending);
  }

  /** Gives the answer as the bot. Returns why it may not; throws where the service is to blame, and the bot is called again. */
  async #answer(sending: Sending, given: RespondInput): Promise<BotEndpointError | null> {
    // There is no session: the id of the interaction stands for it.
    const actor = { userId: sending.botId, isBot: true, sessionId: sending.id };
    try {
      await respond({ ...this.#ctx, actor }, given, sending);
      return null;
    } catch (error) {
      if (!(error instanceof AppError) || ERRORS[error.errorCode][0] >= 500) throw error;
      return error.errorCode === 'INVALID_INPUT' ? 'answer' : 'refused';
    }
  }

  async #fail(sending: Sending, answer: AskedAnswer, error: BotEndpointError): Promise<void> {
    const { status, retryAfterMs } = answer;
    const now = this.#ctx.services.clock.now();
    await this.#ctx.services.db.transaction(async (tx) => {
      const endpoint = await lockEndpoint(tx, sending.botId);
      if (endpoint === null) return;
      const failures = endpoint.failures + 1;
      const pauseMs = pauseAfter(failures, retryAfterMs);
      await updateEndpoint(tx, sending.botId, {
        failures,
        failingSince: endpoint.failingSince ?? now,
        pausedUntil: pauseMs === 0 ? null : new Date(now.getTime() + pauseMs),
        failedAt: now,
        status,
        error,
      });
      const again = new Date(now.getTime() + retryDelay(sending.attempts + 1, Math.random()));
      if (mayRetry(answer) && again < sending.expiresAt) await putOff(tx, sending, again);
      else await endSending(tx, sending);
    });
  }

  /** The receiver is there, but its answer was of no use. */
  async #note({ botId }: Sending, status: number | null, error: BotEndpointError): Promise<void> {
    const failedAt = this.#ctx.services.clock.now();
    await this.#ctx.services.db.transaction((tx) => updateEndpoint(tx, botId, { failedAt, status, error }));
  }

  async #recover(botId: string): Promise<void> {
    const recovered = { failures: 0, failingSince: null, pausedUntil: null };
    await this.#ctx.services.db.transaction((tx) => updateEndpoint(tx, botId, recovered));
  }
}

/** A bot that fails has one call under way, so that it keeps the others from nothing. */
function busyWith(sendings: readonly Sending[]): Busy {
  const hosts = sendings.map(({ host }) => host);
  const ownerIds = sendings.map(({ ownerId }) => ownerId);
  return {
    hosts: namedOften(hosts, CALLS_PER_HOST),
    ownerIds: namedOften(ownerIds, CALLS_PER_OWNER),
    botIds: sendings.filter(({ isFailing }) => isFailing).map(({ botId }) => botId),
  };
}
