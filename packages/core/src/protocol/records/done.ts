import { z } from 'zod';

/** The answer of an operation that returns no record. */
export const Done = z
  .object({ ok: z.literal(true).meta({ description: 'Always true.' }) })
  .meta({ id: 'Done', description: 'The answer of an operation that returns no record.' });
export type Done = z.output<typeof Done>;

export const DONE = { ok: true } as const;
