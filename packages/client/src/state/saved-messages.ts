import type { SavedMessage } from '../service.js';
import type { Page } from './lists.js';
import { type ListResource, withPosition } from './resource.js';
import type { Reducer } from './view.js';

/** The event of a message that was saved does not have the message. */
function reduceSaved(): Reducer<Page<SavedMessage>> {
  return (page, { type, data }) => {
    if (type !== 'message.saved' && type !== 'message.unsaved') return null;
    const others = page.items.filter(({ messageId }) => messageId !== data.messageId);
    const isKnown = others.length < page.items.length;
    if (type === 'message.unsaved') return { state: { ...page, items: others } };
    return isKnown ? null : { state: page, stale: true };
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
