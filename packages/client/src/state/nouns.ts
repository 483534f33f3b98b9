/**
 * The nouns that a client keeps: each file has what can be held of its noun, and the reducers that keep that up to date.
 * `@palaver/client/state` and the store's `resources` both derive from this list.
 */
export * from './channel-members.js';
export * from './channels.js';
export * from './drafts.js';
export * from './emoji.js';
export * from './favorites.js';
export * from './groups.js';
export * from './me.js';
export * from './messages.js';
export * from './notifications.js';
export * from './preferences.js';
export * from './servers.js';
export * from './unread.js';
export * from './user-groups.js';
