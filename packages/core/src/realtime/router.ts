import { rest } from '../kernel/rest.js';
import { actorProcedure, botProcedure, router } from '../kernel/trpc.js';
import { followEvents } from './follow-events.js';
import { hubOf } from './hub.js';
import { EventsInput, Gateway, HEARTBEAT_MS, Ticket } from './schemas.js';
import { createTicket } from './tickets.js';

const DAY_SECONDS = 24 * 3600;

/** The subscription to everything in the given streams; `ready` is asked before each frame. */
function eventsProcedure(ready: () => Promise<void>) {
  return actorProcedure
    .input(EventsInput)
    .subscription(({ ctx, input, signal }) =>
      followEvents({ hub: hubOf(ctx), actor: ctx.actor, input, signal, ready }),
    );
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

  // The transport of SSE pulls frames only as fast as they are read.
  events: eventsProcedure(async () => {}),
});

/**
 * All that travels over tRPC's WebSocket. Queries and mutations do not: there they would be a way round the rate
 * limits. Each connection has a router of its own, because its adapter does not wait for a slow reader: `ready` does.
 */
export function subscriptionRouter(ready: () => Promise<void>) {
  return router({ realtime: router({ events: eventsProcedure(ready) }) });
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
      }),
    )
    .output(Gateway)
    .query(({ ctx }) => ({
      url: `${ctx.settings.publicUrl.replace(/^http/, 'ws')}/api/bot-gateway`,
      heartbeatIntervalMs: HEARTBEAT_MS,
      resumeWindowSeconds: ctx.settings.eventRetentionDays * DAY_SECONDS,
    })),
};
