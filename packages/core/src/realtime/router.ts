import { invalidField } from '../kernel/errors/app-error.js';
import { rest } from '../procedures/rest.js';
import { actorProcedure, botProcedure, router } from '../procedures/trpc.js';
import { Gateway, Ticket } from '../protocol/records/realtime.js';
import { followEvents, type NativeTransport } from './follow-events.js';
import { EventsInput, HEARTBEAT_MS } from './schemas.js';
import { createTicket } from './tickets.js';

const DAY_SECONDS = 24 * 3600;

/** SSE pulls frames only as fast as they are read, and its client comes back after an error by itself. */
const PULLED: NativeTransport = { ready: async () => {}, unsent: () => 0, onOverflow: () => {} };

/** The subscription to everything in the given streams; `transport` carries at most `most` of them at once. */
function eventsProcedure(transport: NativeTransport, most = Number.POSITIVE_INFINITY) {
  let open = 0;
  return actorProcedure.input(EventsInput).subscription(async function* ({ ctx, input, signal }) {
    if (open >= most)
      throw invalidField('channels', `at most ${most} subscriptions at once; name more streams in one`);
    open++;
    try {
      yield* followEvents({
        connect: (options) => ctx.connectFeed(ctx.actor, options),
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
      }),
    )
    .output(Ticket)
    .mutation(({ ctx }) => createTicket(ctx)),

  events: eventsProcedure(PULLED),
});

const SUBSCRIPTIONS_PER_SOCKET = 16;

/**
 * All that travels over tRPC's WebSocket. Queries and mutations do not: there they would be a way round the rate
 * limits. Each connection has a router of its own, because tRPC's adapter does not wait for a slow reader.
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
        errors: ['BOTS_ONLY'],
        limiter: 'auth',
      }),
    )
    .output(Gateway)
    .query(({ ctx }) => ({
      url: `${ctx.settings.publicUrl.replace(/^http/, 'ws')}/api/bot-gateway`,
      heartbeatIntervalMs: HEARTBEAT_MS,
      resumeWindowSeconds: ctx.settings.eventRetentionDays * DAY_SECONDS,
    })),
};
