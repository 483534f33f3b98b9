import type { AskedAnswer, WebhookAnswer, WebhookCall, WebhookSender } from '@palaver/core';
import { Agent, errors } from 'undici';
import { type Answered, DeadlineError, exchange, isTaken } from './exchange.js';
import { AddressError, guardedLookup, type Networks, requireAddress } from './public-addresses.js';
import { signedHeaders } from './signature.js';

/** What a call may take, in milliseconds: names, connection, TLS, headers and all. */
const WITHIN_MS = 10_000;
/** Connections to one host and port; core makes no more calls than these to a host. */
const CONNECTIONS_MAX = 4;
/** Nothing is read of an answer but its headers; more than this ends the connection. */
const IGNORED_BYTES_MAX = 64 * 1024;
/** The same for calls whose answer is read: the longest message, however it is escaped, with its components. */
const ASKING_CONNECTIONS_MAX = 16;
const ANSWER_BYTES_MAX = 512 * 1024;
const KEEP_ALIVE_MS = 10_000;

/** A sender that keeps its connections open until it is closed. */
export interface RunningWebhookSender extends WebhookSender {
  close(): Promise<void>;
}

type Agents = Readonly<Record<string, Agent>>;

/** Calls webhooks at public addresses, and at those of `networks`. `withinMs` is for tests. */
export function createWebhookSender(networks: Networks, withinMs = WITHIN_MS): RunningWebhookSender {
  const agentFor = (protocol: string, connections: number, maxResponseSize: number) =>
    new Agent({
      connections,
      connect: { timeout: withinMs, lookup: guardedLookup(protocol, networks) },
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxResponseSize,
    });
  const agentsFor = (connections: number, maxResponseSize: number): Agents => ({
    'https:': agentFor('https:', connections, maxResponseSize),
    'http:': agentFor('http:', connections, maxResponseSize),
  });
  const sending = agentsFor(CONNECTIONS_MAX, IGNORED_BYTES_MAX);
  const asking = agentsFor(ASKING_CONNECTIONS_MAX, ANSWER_BYTES_MAX);

  const attempt = async (call: WebhookCall, agents: Agents, isRead: boolean): Promise<Answered> => {
    const url = new URL(call.url);
    requireAddress(url, networks);
    const agent = agents[url.protocol];
    if (!agent) throw new AddressError();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Palaver',
      ...signedHeaders(call.keys, call),
    };
    const path = `${url.pathname}${url.search}`;
    const options = { origin: url.origin, path, method: 'POST', headers, body: call.body } as const;
    return exchange(agent, options, { withinMs, isRead });
  };

  const outcomeOf = async (call: WebhookCall, agents: Agents, isRead: boolean): Promise<AskedAnswer> => {
    const begun = performance.now();
    const done = (answer: Omit<AskedAnswer, 'durationMs'>): AskedAnswer => ({
      ...answer,
      durationMs: Math.round(performance.now() - begun),
    });
    try {
      const { status, retryAfter, text } = await attempt(call, agents, isRead);
      const failure = isTaken(status) ? null : 'status';
      return done({ status, failure, retryAfterMs: failure && retryAfterOf(retryAfter), text });
    } catch (error) {
      return done({ status: null, failure: failureOf(error), retryAfterMs: null, text: '' });
    }
  };

  return {
    send: async (call): Promise<WebhookAnswer> => {
      const { text: _, failure, ...answer } = await outcomeOf(call, sending, false);
      // Of what is not read, an answer that is too long ends its connection alone.
      return { ...answer, failure: failure === 'answer' ? 'connection' : failure };
    },
    ask: (call) => outcomeOf(call, asking, true),
    close: async () => {
      const agents = [sending, asking].flatMap((one) => Object.values(one));
      await Promise.all(agents.map((agent) => agent.destroy()));
    },
  };
}

function failureOf(error: unknown): AskedAnswer['failure'] {
  if (error instanceof AddressError) return 'address';
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'answer';
  const isLate = error instanceof DeadlineError || error instanceof errors.ConnectTimeoutError;
  return isLate ? 'timeout' : 'connection';
}

/** A header `Retry-After`, which is in seconds or an instant (RFC 9110, 10.2.3), in milliseconds; null for neither. */
function retryAfterOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // `Date.parse` alone takes numbers as years.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
