import type { Notification } from '../service.js';
import { change, changeOne, idOf, type Page, put, recordIn } from './lists.js';
import { type ListResource, list } from './resource.js';
import type { Reducer } from './view.js';

/** `notifications.list` of all items, read or not. */
export const reduceNotifications: Reducer<Page<Notification>> = (page, { type, data }) => {
  let items: readonly Notification[] | null = null;
  if (type === 'notification.created' || type === 'notification.updated') {
    const item = recordIn(data);
    const isNew = page.newest && type === 'notification.created';
    items = isNew ? put(page.items, item, idOf) : changeOne(page.items, item.id, () => item);
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

/** The inbox. */
export const notifications: ListResource<Notification> = /* @__PURE__ */ list({
  key: 'notifications',
  of: null,
  ask: (api, { around, ...page }) => api.notifications.list.query(page),
  reduce: reduceNotifications,
  idOf,
});
