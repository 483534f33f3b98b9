import type { BeforeSend, BeforeSendMeasures, BeforeSendQuestion, Log, Verdict } from '@palaver/core';
import { createHookClient, HookError, type HookFailure } from './before-send-client.js';
import type { BeforeSendSettings } from './before-send-settings.js';
import { type HookVerdict, readVerdict } from './before-send-verdict.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { signedHeaders } from './signature.js';

/** What a question may take, in milliseconds. */
const WITHIN_MS = 500;
const BREAKER = { failuresMax: 5, retryMs: 1_000 };
/** Answers that cannot be used are logged at most so often, in milliseconds. */
const LOG_EVERY_MS = 60_000;

const OUTCOMES = { accept: 'accepted', change: 'changed', refuse: 'refused' } as const;

/** A hook that is called until it is closed. */
export interface RunningBeforeSend extends BeforeSend {
  close(): Promise<void>;
}

/**
 * The client of the operator's hook (docs/identity.md, The before-send hook). A hook that is slow or away is asked once
 * a second; one that answers at once, but with what cannot be used, is asked about every message.
 */
export function createBeforeSend({ url, keys, onFailure }: BeforeSendSettings, log: Log): RunningBeforeSend {
  const client = createHookClient(url, WITHIN_MS);
  const breaker = new CircuitBreaker(BREAKER);
  const outcomes = { accepted: 0, changed: 0, refused: 0, failed: 0, skipped: 0 };
  const failures: Record<HookFailure, number> = { timeout: 0, connection: 0, status: 0, answer: 0 };
  const withoutAnswer: Verdict = { action: onFailure === 'accept' ? 'accept' : 'unchecked' };
  let seconds = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  async function verdictOf(
    question: BeforeSendQuestion,
    isContent: (content: string) => boolean,
  ): Promise<HookVerdict> {
    const at = new Date();
    const { id, type, message } = question;
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data: message });
    const headers = { 'content-type': 'application/json', ...signedHeaders(keys, { id, at, body }) };
    const verdict = readVerdict(await client.call(headers, body), isContent);
    if (verdict === null) throw new HookError('answer');
    return verdict;
  }

  function onFailed(failure: HookFailure): void {
    outcomes.failed++;
    failures[failure]++;
    if (failure === 'timeout' || failure === 'connection') {
      if (breaker.failed()) log.error({ failure, onFailure }, 'The before-send hook does not answer');
      return;
    }
    onAnswered();
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.error({ failure, onFailure }, 'The before-send hook gives answers that cannot be used');
  }

  function onAnswered(): void {
    if (breaker.answered()) log.info({}, 'The before-send hook answers again');
  }

  return {
    ask: async (question, isContent) => {
      if (!breaker.mayCall()) {
        outcomes.skipped++;
        return withoutAnswer;
      }
      const begun = performance.now();
      try {
        const verdict = await verdictOf(question, isContent);
        onAnswered();
        outcomes[OUTCOMES[verdict.action]]++;
        return verdict;
      } catch (error) {
        if (!(error instanceof HookError)) throw error;
        onFailed(error.failure);
        return withoutAnswer;
      } finally {
        seconds += (performance.now() - begun) / 1_000;
      }
    },
    measure: (): BeforeSendMeasures => ({
      outcomes: { ...outcomes },
      failures: { ...failures },
      seconds,
      isAway: breaker.isOpen,
    }),
    close: client.close,
  };
}
