import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/reference.md, section 2, Channel group. */
export const ChannelGroup = z
  .object({
    id: Id,
    serverId: Id,
    userId: Id.meta({ description: 'Who created it.' }),
    name: z.string(),
    position: z.number().int(),
    createdAt: Instant,
  })
  .meta({ id: 'ChannelGroup' });
export type ChannelGroup = z.output<typeof ChannelGroup>;
