import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

export const ReportState = z.enum(['open', 'settled', 'dismissed']).meta({
  description: 'Whether the report waits, was acted on, or was found to need nothing.',
});

/** docs/reference.md, Reports. */
export const Report = z
  .object({
    id: Id,
    serverId: Id,
    channelId: Id,
    messageId: Id,
    authorId: Id.meta({ description: 'The author of the message.' }),
    reporterId: Id.meta({ description: 'Who has reported it.' }),
    reason: z.string().meta({ description: 'What the reporter says about it.' }),
    state: ReportState,
    createdAt: Instant,
    closedBy: Id.nullable().meta({
      description: 'The moderator who settled or dismissed it; null while it is open.',
    }),
    closedAt: Instant.nullable().meta({ description: 'When; null while it is open.' }),
  })
  .meta({ id: 'Report', description: 'What a member tells the moderators of a server about a message.' });
export type Report = z.output<typeof Report>;
