import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/** docs/reference.md, section 2, Channel group. */
export const ChannelGroup = z
  .object({
    id: Id,
    serverId: Id,
    userId: Id.meta({ description: 'Who created it.' }),
    name: z.string().meta({ description: 'The name that is shown to people.' }),
    position: z.number().int().meta({ description: 'For sorting, lowest first.' }),
    createdAt: Instant,
  })
  .meta({ id: 'ChannelGroup', description: 'A group of channels in a server.' });
export type ChannelGroup = z.output<typeof ChannelGroup>;
