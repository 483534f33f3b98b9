import type { AskedAnswer, WebhookAnswer, WebhookCall, WebhookSender } from '@palaver/core';
import { Agent, type Dispatcher, errors } from 'undici';
import { AddressError, guardedLookup, type Networks, requireAddress } from './public-addresses.js';
import { signedHeaders } from './signature.js';
import { DeadlineError, withinDeadline } from './within-deadline.js';

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

/** What a receiver has answered. */
interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

type Agents = Readonly<Record<string, Agent>>;
type ReadBody = (status: number, body: Dispatcher.ResponseData['body']) => Promise<string>;

/** A connection whose answer was read can be used again. */
const ignoreBody: ReadBody = async (_status, body) => {
  void body.dump({ limit: IGNORED_BYTES_MAX }).catch(() => {});
  return '';
};

const readBody: ReadBody = (status, body) => (isTaken(status) ? body.text() : ignoreBody(status, body));

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

  const request = async (
    call: WebhookCall,
    agents: Agents,
    read: ReadBody,
    signal: AbortSignal,
  ): Promise<Answered> => {
    const url = new URL(call.url);
    requireAddress(url, networks);
    const agent = agents[url.protocol];
    if (!agent) throw new AddressError();
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Palaver',
        ...signedHeaders(call.keys, call),
      },
      body: call.body,
      signal,
    });
    const text = await read(statusCode, body);
    return { status: statusCode, retryAfter: textOf(headers['retry-after']), text };
  };

  const attempt = (call: WebhookCall, agents: Agents, read: ReadBody) =>
    withinDeadline(withinMs, (signal) =>
      request(call, agents, read, signal).catch((error: unknown) => {
        // An idle connection that the receiver closes while the call is written to it; it knows a repetition by its id.
        if (error instanceof errors.SocketError && !signal.aborted)
          return request(call, agents, read, signal);
        throw error;
      }),
    );

  const outcomeOf = async (call: WebhookCall, agents: Agents, read: ReadBody): Promise<AskedAnswer> => {
    const begun = performance.now();
    const done = (answer: Omit<AskedAnswer, 'durationMs'>): AskedAnswer => ({
      ...answer,
      durationMs: Math.round(performance.now() - begun),
    });
    try {
      const { status, retryAfter, text } = await attempt(call, agents, read);
      const failure = isTaken(status) ? null : 'status';
      return done({ status, failure, retryAfterMs: failure && retryAfterOf(retryAfter), text });
    } catch (error) {
      return done({ status: null, failure: failureOf(error), retryAfterMs: null, text: '' });
    }
  };

  return {
    send: async (call): Promise<WebhookAnswer> => {
      const { text: _, failure, ...answer } = await outcomeOf(call, sending, ignoreBody);
      // Of what is not read, an answer that is too long ends its connection alone.
      return { ...answer, failure: failure === 'answer' ? 'connection' : failure };
    },
    ask: (call) => outcomeOf(call, asking, readBody),
    close: async () => {
      const agents = [sending, asking].flatMap((one) => Object.values(one));
      await Promise.all(agents.map((agent) => agent.destroy()));
    },
  };
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

function failureOf(error: unknown): AskedAnswer['failure'] {
  if (error instanceof AddressError) return 'address';
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'answer';
  const isLate = error instanceof DeadlineError || error instanceof errors.ConnectTimeoutError;
  return isLate ? 'timeout' : 'connection';
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** A header `Retry-After`, which is in seconds or an instant (RFC 9110, 10.2.3), in milliseconds; null for neither. */
function retryAfterOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // `Date.parse` alone takes numbers as years.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
