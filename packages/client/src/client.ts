import type { AppRouter } from '@palaver/core';
import { createTRPCClient, type TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { linksOf } from './api/links.js';
import { type EventStream, openEventStream, type SubscribeOptions } from './events/stream.js';
import { type PalaverClientOptions, withDefaults } from './options.js';
import { Lifetime } from './waiting.js';

/**
 * Every procedure of the service, typed: `api.messages.send.mutate({ channelId, content })`. Events are heard through
 * `events.subscribe`; the subscription `realtime.events` needs a link of tRPC's own.
 */
export type PalaverApi = TRPCClient<AppRouter>;

/** What procedures take: `PalaverInputs['messages']['send']`. */
export type PalaverInputs = inferRouterInputs<AppRouter>;

/** What procedures give: `PalaverOutputs['messages']['send']` is a Message. */
export type PalaverOutputs = inferRouterOutputs<AppRouter>;

/** One session's hold on a Palaver service. */
export interface PalaverClient {
  /** Resolves with bare values; rejects with what `isPalaverError` understands. */
  readonly api: PalaverApi;
  readonly events: {
    /**
     * Opens a stream of events, on a connection of its own. Throws a `TypeError` where there is no WebSocket
     * implementation to do it with.
     */
    subscribe(options: SubscribeOptions): EventStream;
  };
  /** Closes the streams and gives up the calls under way. */
  close(): void;
}

/** Makes a client. Nothing is sent before something is asked of it. */
export function createPalaverClient(options: PalaverClientOptions): PalaverClient {
  const settings = withDefaults(options);
  const lifetime = new Lifetime();
  const api = createTRPCClient<AppRouter>({ links: [linksOf(settings, lifetime)] });
  const requestTicket = async (signal: AbortSignal) => {
    const { ticket } = await api.realtime.ticket.mutate(undefined, { signal });
    return ticket;
  };
  return {
    api,
    events: {
      subscribe: (wanted) => openEventStream({ settings, requestTicket, lifetime }, wanted),
    },
    close: () => lifetime.end(),
  };
}
