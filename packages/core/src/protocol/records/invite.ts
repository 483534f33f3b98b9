import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

export const Invite = z
  .object({
    code: z.string(),
    serverId: Id,
    createdBy: Id,
    createdAt: Instant,
    expiresAt: Instant.nullable().meta({ description: 'Null for an invite without an end.' }),
    maxUses: z.number().int().nullable().meta({ description: 'Null for an invite without a limit.' }),
    uses: z.number().int(),
  })
  .meta({ id: 'Invite' });
export type Invite = z.output<typeof Invite>;

/** What someone who holds a code may know before joining. */
export const InvitePreview = z
  .object({
    code: z.string(),
    expiresAt: Instant.nullable(),
    server: z.object({ id: Id, name: z.string(), memberCount: z.number().int() }),
  })
  .meta({ id: 'InvitePreview' });
export type InvitePreview = z.output<typeof InvitePreview>;
