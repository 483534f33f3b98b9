import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { Cursor, Limit } from '../kernel/schema/pagination.js';

/** Any message of a thread names it. */
export const ThreadInput = z.object({ messageId: idInput('the first message of the thread, or a reply') });

export const MarkThreadReadInput = z.object({
  threadId: idInput('the thread, which is that of its first message'),
  messageId: idInput('a message of the channel'),
  unread: optionalOr(z.boolean(), false).meta({
    description: 'True sets the position back: the message is the first unread one then.',
  }),
});
export type MarkThreadReadInput = z.output<typeof MarkThreadReadInput>;

const fields = {
  unread: optionalOr(z.boolean(), false).meta({ description: 'Only threads with unread replies.' }),
  before: optional(Cursor).meta({
    description: 'Return threads with an older last reply than the thread with this id.',
  }),
  limit: Limit,
};
export const ListThreadsInput = z.object(fields).prefault({});
export type ListThreadsInput = z.output<typeof ListThreadsInput>;
export const ListServerThreadsInput = z.object({ serverId: idInput('the server'), ...fields });
export type ListServerThreadsInput = z.output<typeof ListServerThreadsInput>;
