import type { Event, Me, User } from '../service.js';
import { recordIn } from './lists.js';
import type { SingleResource } from './resource.js';
import type { Reducer } from './view.js';

/** `users.me`. */
export const reduceMe: Reducer<Me> = (_me, event) => {
  if (event.type !== 'me.updated') return null;
  const state = recordIn(event.data);
  return { state };
};

/** Who the person is: the one read that does not wait for that. */
export const me: SingleResource<Me> = {
  kind: 'single',
  key: 'me',
  of: null,
  mustBeRead: true,
  read: ({ client }) => client.snapshot((api) => api.users.me.query()),
  reduce: reduceMe,
};

/** The public profile that an event brings: of another user, or the reader's own. */
export function profileIn(event: Event): User | null {
  if (event.type === 'user.updated') {
    const user = recordIn(event.data);
    return user;
  }
  if (event.type !== 'me.updated') return null;
  // Field by field, so that a new one of the account that others do not see stays out.
  const { id, username, displayName, status, statusEmoji, statusExpiresAt, dndUntil } = event.data;
  const { bot, createdAt, avatarPath, metadata, deleted } = event.data;
  const names = { id, username, displayName, status, statusEmoji, statusExpiresAt, dndUntil };
  return { ...names, bot, createdAt, avatarPath, metadata, deleted };
}
