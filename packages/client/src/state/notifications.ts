import type { Notification } from '../service.js';
import { change, type Page, put } from './lists.js';
import type { Reducer } from './view.js';

/** `notifications.list` of all items, read or not. */
export const reduceNotifications: Reducer<Page<Notification>> = (page, { type, data }) => {
  let items: readonly Notification[] | null = null;
  if (type === 'notification.created' || type === 'notification.updated') {
    const { streamId, seq, ...item } = data;
    const isNew = page.newest && type === 'notification.created';
    items = isNew
      ? put(page.items, item, idOf)
      : change(
          page.items,
          ({ id }) => id === item.id,
          () => item,
        );
  } else if (type === 'notification.read') {
    const { ids, readAt } = data;
    items = change(
      page.items,
      ({ id }) => ids.includes(id),
      (item) => ({ ...item, readAt }),
    );
  } else if (type === 'notification.deleted') {
    items = page.items.filter(({ id }) => !data.ids.includes(id));
  }
  return items && { state: { ...page, items } };
};

const idOf = ({ id }: Notification) => id;
