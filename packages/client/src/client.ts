import { createTRPCClient, type TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { REPEATED_BY_CALLER } from './api/idempotency.js';
import { linksOf } from './api/links.js';
import { type ReadSnapshot, snapshotsOf } from './api/snapshot.js';
import { ResumingStream } from './events/resuming-stream.js';
import type { EventStream, SubscribeOptions } from './events/stream.js';
import { filesOf, type PalaverFiles } from './files/files.js';
import { type PalaverClientOptions, withDefaults } from './options.js';
import type { AppRouter } from './service.js';
import type { TokenSource } from './session.js';
import { Lifetime } from './waiting.js';

/**
 * Every procedure of the service, typed: `api.messages.send.mutate({ channelId, content })`. For events, use
 * `events.subscribe`; the subscription `realtime.events` needs one of tRPC's own subscription links.
 */
export type PalaverApi = TRPCClient<AppRouter>;

/** What procedures take: `PalaverInputs['messages']['send']`. */
export type PalaverInputs = inferRouterInputs<AppRouter>;

/** What procedures return: `PalaverOutputs['messages']['send']` is a Message. */
export type PalaverOutputs = inferRouterOutputs<AppRouter>;

/** The service, as one session uses it. */
export interface PalaverClient {
  /** Calls resolve with bare values. An error of the service rejects, and `isPalaverError` recognises it. */
  readonly api: PalaverApi;
  /**
   * Makes one query, and resolves with its answer and the positions that the answer includes, from which events go on:
   * `snapshot((api) => api.messages.list.query({ channelId }))`. `docs/state.md` lists the queries that this works for.
   * Rejects with a `TypeError` for any other query, and for more than one.
   */
  readonly snapshot: ReadSnapshot;
  readonly events: {
    /** Opens a stream of events, on a connection of its own. Throws a `TypeError` without a WebSocket implementation. */
    subscribe(options: SubscribeOptions): EventStream;
  };
  readonly files: PalaverFiles;
  /**
   * Takes the next token of the same person, after `onSignedOut` or earlier. Streams with `outlivesSession` and the store go on. For
   * another person make another client.
   */
  setToken(token: TokenSource): void;
  /** Closes the streams and aborts the calls that are not answered. */
  close(): void;
}

/** Creates a client. It sends nothing until it is used. */
export function createPalaverClient(options: PalaverClientOptions): PalaverClient {
  const settings = withDefaults(options);
  const lifetime = new Lifetime();
  const api = createTRPCClient<AppRouter>({ links: [linksOf(settings, lifetime)] });
  // The stream waits and tries again by itself, and says so (`waiting`).
  const requestTicket = async (signal: AbortSignal) => {
    const { ticket } = await api.realtime.ticket.mutate(undefined, { signal, context: REPEATED_BY_CALLER });
    return ticket;
  };
  return {
    api,
    snapshot: snapshotsOf(settings, lifetime),
    events: {
      subscribe: (subscription) => new ResumingStream({ settings, requestTicket, lifetime }, subscription),
    },
    files: filesOf(settings, lifetime, api.attachments.address.query),
    setToken: (token) => {
      settings.session.set(token);
      settings.signs.send('token');
    },
    close: () => lifetime.end(),
  };
}
