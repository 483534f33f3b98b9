import type { SavedMessage } from '../service.js';
import { changeOne, type Page } from './lists.js';
import { type ListResource, withPosition } from './resource.js';
import type { Reducer } from './view.js';

/** The event of a message that was saved does not have the message. */
function reduceSaved(): Reducer<Page<SavedMessage>> {
  return (page, { type, data }) => {
    if (type !== 'message.saved' && type !== 'message.unsaved') return null;
    const { items } = page;
    if (type === 'message.unsaved') {
      const others = items.filter(({ messageId }) => messageId !== data.messageId);
      return { state: { ...page, items: others } };
    }
    const known = changeOne(items, data.id, (saved) => ({ ...saved, remindAt: data.remindAt }));
    return known ? { state: { ...page, items: known } } : { state: page, stale: true };
  };
}

/** What the person has saved, the last first. */
export const savedMessages: ListResource<SavedMessage> = {
  kind: 'list',
  key: 'saved',
  of: null,
  read: (tools, { limit, before }) =>
    withPosition(tools, (api) => api.savedMessages.list.query({ limit, before })),
  reduce: reduceSaved(),
  idOf: ({ id }) => id,
};
