import { z } from 'zod';
import { Id } from '../primitives.js';

/** The most members of a channel that shows receipts. */
export const RECEIPTS_MEMBERS_MAX = 50;

/** docs/notifications.md, Receipts. */
export const Receipt = z
  .strictObject({
    userId: Id,
    lastReadMessageId: Id.meta({
      description:
        'The message that the person has read up to: one that they have named, or a later one of their own. Ids of messages are in ' +
        'the order of time.',
    }),
  })
  .meta({ id: 'Receipt', description: 'How far a member of a channel has read it.' });
export type Receipt = z.output<typeof Receipt>;
