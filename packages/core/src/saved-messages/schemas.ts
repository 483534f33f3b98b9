import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { Page } from '../kernel/schema/pagination.js';

export const SaveMessageInput = z.object({ messageId: idInput('the message') });

export const ListSavedInput = Page.omit({ after: true }).prefault({});
export type ListSavedInput = z.output<typeof ListSavedInput>;
