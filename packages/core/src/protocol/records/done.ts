import { z } from 'zod';

export const Done = z.object({ ok: z.literal(true) }).meta({ id: 'Done' });

export const DONE = { ok: true } as const;
