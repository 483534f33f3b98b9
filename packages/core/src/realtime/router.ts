import { invalidField } from '../kernel/errors/app-error.js';
import { rest } from '../procedures/rest.js';
import { actorProcedure, botProcedure, router } from '../procedures/trpc.js';
import { Gateway, Ticket } from '../protocol/records/realtime.js';
import { createTicket } from './connections/tickets.js';
import { followEvents, type NativeTransport } from './feeds/follow-events.js';
import { EventsInput, HEARTBEAT_MS } from './schemas.js';

const DAY_SECONDS = 24 * 3600;

/** SSE pulls frames as fast as they are read, so nothing piles up, and its client reconnects by itself after an error. */
const SSE_TRANSPORT: NativeTransport = { ready: async () => {}, unsent: () => 0, onEnd: () => {} };

const EVENTS_DESCRIPTION =
  'The events of some streams, over a subscription link of tRPC. The id of each holds the positions in all its streams: ' +
  'after a lost connection the link goes on from there.';

/** The subscription to the given streams. At most `max` subscriptions are open at once on one `transport`. */
function eventsProcedure(transport: NativeTransport, max = Number.POSITIVE_INFINITY) {
  let open = 0;
  return actorProcedure
    .meta({ description: EVENTS_DESCRIPTION })
    .input(EventsInput)
    .subscription(async function* ({ ctx, input, signal }) {
      if (open >= max)
        throw invalidField('channels', `at most ${max} subscriptions at once; name more streams in one`);
      open++;
      try {
        yield* followEvents({
          connect: (options) => ctx.services.connectFeed(ctx.actor, options),
          input,
          signal,
          transport,
        });
      } finally {
        open--;
      }
    });
}

export const realtimeRouter = router({
  ticket: actorProcedure
    .meta(
      rest('POST', '/api/ws/ticket', {
        tag: 'realtime',
        summary: 'Get a ticket for the WebSocket',
        description:
          'For browsers, which cannot send a header with it. A ticket is good for 30 seconds and one use.',
        status: 201,
        keys: false,
      }),
    )
    .output(Ticket)
    .mutation(({ ctx }) => createTicket(ctx)),

  events: eventsProcedure(SSE_TRANSPORT),
});

const SUBSCRIPTIONS_PER_SOCKET = 16;

/**
 * The router of tRPC's WebSocket, which has no queries and no mutations: there they would bypass the rate limits. Each
 * connection has a router of its own, with its own `transport`, because tRPC's adapter does not wait for a slow reader.
 */
export function subscriptionRouter(transport: NativeTransport) {
  return router({ realtime: router({ events: eventsProcedure(transport, SUBSCRIPTIONS_PER_SOCKET) }) });
}

/** `bots.gateway` of the bots router. */
export const gatewayProcedures = {
  gateway: botProcedure
    .meta(
      rest('GET', '/api/bot-gateway', {
        tag: 'bots',
        summary: "Where to open a bot's WebSocket",
        description: 'With "Upgrade: websocket" the same path is that WebSocket.',
        scope: 'realtime:read',
        errors: ['BOTS_ONLY'],
        limiter: 'auth',
      }),
    )
    .output(Gateway)
    .query(({ ctx }) => ({
      url: `${ctx.services.settings.publicUrl.replace(/^http/, 'ws')}/api/bot-gateway`,
      heartbeatIntervalMs: HEARTBEAT_MS,
      resumeWindowSeconds: ctx.services.settings.eventRetentionDays * DAY_SECONDS,
    })),
};
