import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/identity.md, API keys. */
export const ApiKey = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'What it is for.' }),
    scopes: z
      .array(z.string())
      .meta({ description: 'What it may do.', example: ['users:write', 'messages:write'] }),
    createdBy: z
      .string()
      .meta({ description: 'Who made it: the username of an admin, or the system user of the operator.' }),
    createdAt: Instant,
    expiresAt: Instant.nullable().meta({ description: 'Null for a key that does not expire.' }),
    lastUsedAt: Instant.nullable().meta({ description: 'To the hour; null for one that was never used.' }),
  })
  .meta({ id: 'ApiKey', description: 'A key of another backend, without its token.' });
export type ApiKey = z.output<typeof ApiKey>;

export const ApiKeyCreated = z
  .object({
    key: ApiKey,
    token: z.string().meta({
      description: 'Send it as "Authorization: Bearer <token>". It is shown only here.',
      example: 'plvk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
    }),
  })
  .meta({ id: 'ApiKeyCreated', description: 'A new API key, and its token.' });
export type ApiKeyCreated = z.output<typeof ApiKeyCreated>;
