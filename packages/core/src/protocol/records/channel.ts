import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/reference.md, section 2, Channel. */
export const Channel = z
  .object({
    id: Id,
    name: z
      .string()
      .meta({ description: 'A slug, lowercased, unique among the public channels of its server.' }),
    displayName: z.string(),
    topic: z.string().nullable(),
    isDm: z.boolean(),
    isPrivate: z.boolean().meta({ description: 'Private means invite-only.' }),
    archived: z.boolean(),
    createdBy: Id,
    createdAt: Instant,
    position: z.number().int().meta({
      description:
        'For sorting, lowest first. Of two channels with the same position the older one comes first.',
    }),
    serverId: Id.nullable().meta({ description: 'Null for a direct message.' }),
    memberCount: z.number().int(),
    groupId: Id.nullable().meta({ description: 'The channel group the channel belongs to; null for none.' }),
    joinedByDefault: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a user who joins the server joins the channel as well.' }),
  })
  .meta({ id: 'Channel' });
export type Channel = z.output<typeof Channel>;
