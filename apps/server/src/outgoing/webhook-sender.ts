import type { WebhookAnswer, WebhookCall, WebhookSender } from '@palaver/core';
import { Agent, errors } from 'undici';
import { AddressError, guardedLookup, type Networks, requireAddress } from './public-addresses.js';
import { signedHeaders } from './signature.js';
import { DeadlineError, withinDeadline } from './within-deadline.js';

/** What a call may take, in milliseconds: names, connection, TLS, headers and all. */
const WITHIN_MS = 10_000;
/** Connections to one host and port; core makes no more calls than these to a host. */
const CONNECTIONS_MAX = 4;
/** Nothing is read of an answer but its headers; more than this ends the connection. */
const ANSWER_BYTES_MAX = 64 * 1024;
const KEEP_ALIVE_MS = 10_000;

/** A sender that keeps its connections open until it is closed. */
export interface RunningWebhookSender extends WebhookSender {
  close(): Promise<void>;
}

/** What a receiver has answered. */
interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Calls webhooks at public addresses, and at those of `networks`. `withinMs` is for tests. */
export function createWebhookSender(networks: Networks, withinMs = WITHIN_MS): RunningWebhookSender {
  const agentFor = (protocol: string) =>
    new Agent({
      connections: CONNECTIONS_MAX,
      connect: { timeout: withinMs, lookup: guardedLookup(protocol, networks) },
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxResponseSize: ANSWER_BYTES_MAX,
    });
  const agents: Readonly<Record<string, Agent>> = {
    'https:': agentFor('https:'),
    'http:': agentFor('http:'),
  };

  const request = async (call: WebhookCall, signal: AbortSignal): Promise<Answered> => {
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
      // Of a receiver that does not end its answer no more than this is heard.
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
    });
    // A connection whose answer was read can be used again.
    void body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => {});
    return { status: statusCode, retryAfter: textOf(headers['retry-after']) };
  };

  const attempt = (call: WebhookCall) =>
    withinDeadline(withinMs, (signal) =>
      request(call, signal).catch((error: unknown) => {
        // An idle connection that the receiver closes while the call is written to it; it knows a repetition by its id.
        if (error instanceof errors.SocketError && !signal.aborted) return request(call, signal);
        throw error;
      }),
    );

  return {
    send: async (call) => {
      const begun = performance.now();
      const done = (answer: Omit<WebhookAnswer, 'durationMs'>): WebhookAnswer => ({
        ...answer,
        durationMs: Math.round(performance.now() - begun),
      });
      try {
        const { status, retryAfter } = await attempt(call);
        const failure = status >= 200 && status < 300 ? null : 'status';
        return done({ status, failure, retryAfterMs: failure && retryAfterOf(retryAfter) });
      } catch (error) {
        return done({ status: null, failure: failureOf(error), retryAfterMs: null });
      }
    },
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

function failureOf(error: unknown): WebhookAnswer['failure'] {
  if (error instanceof AddressError) return 'address';
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
