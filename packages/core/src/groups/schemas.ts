import { z } from 'zod';
import { Id, IdInput, Instant } from '../kernel/ids.js';
import { nameText } from '../kernel/text.js';

/** Reference section 2, "Channel group". */
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

/** Reference section 8: 1 to 64 characters. */
export const GroupName = nameText(1, 64);
