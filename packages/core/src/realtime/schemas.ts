import { z } from 'zod';
import { optional } from '../kernel/schema/optional.js';
import { Cursors, StreamIds } from '../protocol/frames.js';

/** How often the service pings a socket, which is closed after two pings without an answer. */
export const HEARTBEAT_MS = 30_000;

export const EventsInput = z.object({
  channels: StreamIds.min(1).meta({
    description: 'Ids of channels, of servers you are in, or your own user id.',
  }),
  since: optional(Cursors),
  lastEventId: optional(z.string()).meta({ description: "Set by tRPC's own client when it reconnects." }),
});
export type EventsInput = z.output<typeof EventsInput>;
