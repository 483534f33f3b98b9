import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optionalOr } from '../kernel/schema/optional.js';

export const ServerInput = z.object({ serverId: idInput('the server') });
export const ChannelInput = z.object({ channelId: idInput('the channel') });

/** docs/notifications.md, Read state. */
export const MarkReadInput = ChannelInput.extend({
  messageId: idInput('a message of the channel'),
  unread: optionalOr(z.boolean(), false).meta({
    description:
      'True sets the position back: the message is the first unread one then. Otherwise the position only moves forward.',
  }),
});
export type MarkReadInput = z.output<typeof MarkReadInput>;
