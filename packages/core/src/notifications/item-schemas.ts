import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optionalOr } from '../kernel/schema/optional.js';
import { Page } from '../kernel/schema/pagination.js';

export const ListNotificationsInput = Page.extend({
  unread: optionalOr(z.boolean(), false).meta({ description: 'Whether to return unread items alone.' }),
}).prefault({});
export type ListNotificationsInput = z.output<typeof ListNotificationsInput>;

export const NotificationInput = z.object({ notificationId: idInput('the item') });
