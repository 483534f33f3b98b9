import { z } from 'zod';
import { Instant } from '../primitives.js';

export const Ticket = z
  .object({
    ticket: z.string().meta({ description: 'Open the WebSocket with "?ticket=<ticket>".' }),
    expiresAt: Instant,
  })
  .meta({ id: 'Ticket', description: 'Opens one WebSocket without a token.' });
export type Ticket = z.output<typeof Ticket>;

export const Gateway = z
  .object({
    url: z.string().meta({ description: 'Where to open the WebSocket.' }),
    heartbeatIntervalMs: z
      .number()
      .int()
      .meta({ description: 'How often the service pings the socket, in milliseconds.' }),
    resumeWindowSeconds: z.number().int().meta({ description: 'How old the event of a cursor may be.' }),
  })
  .meta({ id: 'Gateway', description: 'Where a bot opens its WebSocket.' });
export type Gateway = z.output<typeof Gateway>;
