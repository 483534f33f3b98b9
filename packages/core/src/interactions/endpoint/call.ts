import type { Clock } from '../../kernel/services/clock.js';
import type { Secrets } from '../../kernel/services/secrets.js';
import type { AskedAnswer, WebhookCall } from '../../kernel/services/webhook-sender.js';
import { signingKeys } from '../../kernel/webhooks/secret.js';
import { dataIn } from '../../log/data-in.js';
import { RespondInput } from '../schemas.js';
import type { AskedEvent, Sending } from './sending.js';

/** The call, made of the log. Each attempt of an interaction has its id. */
export function callOf(
  { clock, secrets }: { readonly clock: Clock; readonly secrets: Secrets },
  { id, botId }: Sending,
  { frame, at: askedAt, serverId, url, ...sealed }: AskedEvent,
): WebhookCall {
  const at = clock.now();
  const head = { type: 'interaction.created', timestamp: askedAt.toISOString(), serverId };
  const body = `${JSON.stringify(head).slice(0, -1)},"data":${dataIn(frame)}}`;
  return { url, id, at, body, keys: signingKeys(secrets, { id: botId, ...sealed }, at) };
}

/** The receiver has understood, and answers later by the API or not at all. */
const LATER = [202, 204];

/** What the body of an answer of 2xx says: an answer of the bot, nothing yet, or what is no answer. */
export function readAnswer(
  interactionId: string,
  { status, text }: Pick<AskedAnswer, 'status' | 'text'>,
): RespondInput | 'later' | 'unusable' {
  if ((status !== null && LATER.includes(status)) || text.trim() === '') return 'later';
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'unusable';
  const { success, data } = RespondInput.safeParse({ ...body, interactionId });
  return success ? data : 'unusable';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a receiver answers that would not take the call the next time either (RFC 9110, 15.5), but for these. */
const WORTH_A_RETRY = [408, 425, 429];

/** Whether to call again, within the life of the interaction. */
export function mayRetry({ status, failure }: Pick<AskedAnswer, 'status' | 'failure'>): boolean {
  if (failure === 'answer') return false;
  return status === null || status < 400 || status >= 500 || WORTH_A_RETRY.includes(status);
}

const SECOND_MS = 1_000;
const LONGEST_RETRY_MS = 60 * SECOND_MS;
/** A retry is earlier or later by this part, so that those of one outage do not come together. */
const JITTER = 0.2;

/** For how long an interaction waits after its `attempts`-th attempt, in milliseconds. `random` is from 0 to 1. */
export function retryDelay(attempts: number, random: number): number {
  const backoffMs = Math.min(SECOND_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_RETRY_MS);
  return Math.round(backoffMs * (1 - JITTER + 2 * JITTER * random));
}

/** After this many failures in a row nothing of a bot is tried for a while. */
const FAILURES_MAX = 5;

/** For how long an endpoint is not called after its `failures`-th failure in a row, in milliseconds. */
export function pauseAfter(failures: number, retryAfterMs: number | null): number {
  const pauseMs = failures < FAILURES_MAX ? 0 : SECOND_MS * 2 ** Math.min(failures - FAILURES_MAX, 10);
  return Math.min(Math.max(pauseMs, retryAfterMs ?? 0), LONGEST_RETRY_MS);
}
