import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { InstantInput } from '../kernel/schema/instant-input.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { writing } from '../kernel/schema/writing.js';
import { HIGHEST_LIMITS, limitedBy } from '../kernel/services/limits.js';
import { AlsoInChannel, Content } from '../messages/schemas.js';
import { ScheduledMessage } from '../protocol/records/scheduled-message.js';

const CONTENT = 'As a message has it; may be empty only with attachments.';
const SEND_AT = 'In the future, and at most 365 days ahead, by the clock of the database.';
const AttachmentIds = z
  .array(idInput('an attachment'))
  .max(HIGHEST_LIMITS.messageFiles)
  .meta(limitedBy('messageFiles'));
const ATTACHMENTS =
  'Ids of files that you have uploaded to this channel. They are kept until the message is sent.';

export const ScheduleInput = writing(ScheduledMessage, {
  channelId: idInput('the channel'),
  threadId: optional(idInput('a message')).meta({ description: 'The message to reply to.' }),
  alsoInChannel: AlsoInChannel.meta({
    description: 'Of a reply: the list of the channel will have it as well as the thread.',
  }),
  content: optionalOr(Content, '').meta({ description: CONTENT }),
  attachmentIds: optionalOr(AttachmentIds, []).meta({ description: ATTACHMENTS }),
  sendAt: InstantInput.meta({ description: SEND_AT }),
});
export type ScheduleInput = z.output<typeof ScheduleInput>;

export const ScheduledMessageInput = z.object({ scheduledMessageId: idInput('the scheduled message') });

export const EditScheduledInput = writing(ScheduledMessage, {
  ...ScheduledMessageInput.shape,
  content: optional(Content).meta({ description: `${CONTENT} Left out, it stays.` }),
  attachmentIds: optional(AttachmentIds).meta({ description: `${ATTACHMENTS} Left out, they stay.` }),
  sendAt: optional(InstantInput).meta({ description: `${SEND_AT} Left out, it stays.` }),
});
export type EditScheduledInput = z.output<typeof EditScheduledInput>;
