/** A store of what a person sees: `docs/client.md` describes it. */

export * as resources from '../state/nouns.js';
export type {
  ListResource,
  ListState,
  PageRequest,
  ReadTools,
  ResourceState,
  SingleResource,
} from '../state/resource.js';
export { indexedDbStorage } from './indexed-db-storage.js';
export type { Connection } from './live-streams.js';
export type { MessageToSend, OutgoingError, OutgoingMessage } from './outgoing-message.js';
export type { PalaverStore, PalaverStoreOptions } from './palaver-store.js';
export type { PendingChange } from './pending-changes.js';
export type { Selection, Selector } from './selection.js';
export {
  type Inbox,
  type MessageList,
  selectChannel,
  selectChannels,
  selectGroups,
  selectIdle,
  selectInbox,
  selectMessages,
  selectOnline,
  selectTyping,
  selectUnread,
  selectUnreadOf,
  type Unread,
  type UnreadTotal,
} from './selectors.js';
export { memoryStorage, type StoreStorage } from './storage.js';
export { createPalaverStore } from './store.js';
export { type StoreState, stateOf } from './store-state.js';
export type { Locks } from './tabs.js';
