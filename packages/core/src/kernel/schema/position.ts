import { z } from 'zod';

/** The sort position of a channel or a group in its server, from 0 (docs/reference.md, section 8). */
export const Position = z.number().int().min(0).max(1_000_000);
