import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

export const Invite = z
  .object({
    code: z.string(),
    serverId: Id,
    createdBy: Id,
    createdAt: Instant,
    expiresAt: Instant.nullable().meta({ description: 'Null for an invite that does not expire.' }),
    maxUses: z.number().int().nullable().meta({ description: 'Null for an invite without a limit.' }),
    uses: z.number().int(),
  })
  .meta({ id: 'Invite' });
export type Invite = z.output<typeof Invite>;

/** What anyone who has the code sees before joining. */
export const InvitePreview = z
  .object({
    code: z.string(),
    expiresAt: Instant.nullable(),
    server: z.object({ id: Id, name: z.string(), memberCount: z.number().int() }),
  })
  .meta({ id: 'InvitePreview' });
export type InvitePreview = z.output<typeof InvitePreview>;
