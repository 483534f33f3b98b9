import { z } from 'zod';

/** Where a channel or a group stands among those of its server, from 0. */
export const Position = z.number().int().min(0).max(1_000_000);
