import { z } from 'zod';

/** The answer of an operation that returns no record. */
export const Done = z.object({ ok: z.literal(true) }).meta({ id: 'Done' });

export const DONE = { ok: true } as const;
