import type { ServerEmoji } from '../service.js';
import { idOf, put, recordIn, withoutId } from './lists.js';
import { plain, type SingleResource } from './resource.js';
import type { Reducer } from './view.js';

/** `emoji.list`. */
export const reduceEmojiList: Reducer<readonly ServerEmoji[]> = (list, event) => {
  switch (event.type) {
    case 'emoji.created':
    case 'emoji.updated': {
      const emoji = recordIn(event.data);
      return { state: put(list, emoji, idOf) };
    }
    case 'emoji.deleted':
      return { state: withoutId(list, event.data.id) };
    default:
      return null;
  }
};

/** The emoji that a server has made itself, newest first. */
export const emojiOf = (serverId: string): SingleResource<readonly ServerEmoji[]> =>
  plain({
    key: `emoji/${serverId}`,
    of: serverId,
    ask: (api) => api.emoji.list.query({ serverId }),
    reduce: reduceEmojiList,
  });
