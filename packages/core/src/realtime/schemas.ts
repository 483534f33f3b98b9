import { z } from 'zod';
import { Cursors, StreamIds } from '../events/frames.js';
import { Instant } from '../kernel/ids.js';

/** How often the service pings a socket; it is dead after two that stay unanswered. */
export const HEARTBEAT_MS = 30_000;

export const Ticket = z
  .object({
    ticket: z.string().meta({ description: 'Open the WebSocket with "?ticket=<ticket>".' }),
    expiresAt: Instant,
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.output<typeof Ticket>;

export const Gateway = z
  .object({
    url: z.string().meta({ description: 'Where to open the WebSocket.' }),
    heartbeatIntervalMs: z.number().int(),
    resumeWindowSeconds: z.number().int().meta({ description: 'How far back a cursor may lie.' }),
  })
  .meta({ id: 'Gateway' });
export type Gateway = z.output<typeof Gateway>;

export const EventsInput = z.object({
  channels: StreamIds.min(1).meta({
    description: 'Ids of channels, of servers you are in, or your own user id.',
  }),
  since: Cursors.optional(),
  lastEventId: z.string().nullish().meta({ description: "Set by tRPC's own client when it comes back." }),
});
export type EventsInput = z.output<typeof EventsInput>;
