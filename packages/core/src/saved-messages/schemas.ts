import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { InstantInput } from '../kernel/schema/instant-input.js';
import { clearable } from '../kernel/schema/optional.js';
import { Page } from '../kernel/schema/pagination.js';
import { writing } from '../kernel/schema/writing.js';
import { SavedMark } from '../protocol/records/saved-message.js';

export const SavedMessageInput = z.object({ messageId: idInput('the message') });

export const SaveMessageInput = writing(SavedMark, {
  ...SavedMessageInput.shape,
  remindAt: clearable(InstantInput).meta({
    description:
      'When to remind you, by an item of the inbox: in the future, and at most 365 days ahead, by the clock of the database. ' +
      'Null removes the reminder; left out, it stays.',
  }),
});
export type SaveMessageInput = z.output<typeof SaveMessageInput>;

export const ListSavedInput = Page.omit({ after: true }).prefault({});
export type ListSavedInput = z.output<typeof ListSavedInput>;
