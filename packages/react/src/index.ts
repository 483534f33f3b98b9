'use client';

/** Hooks on the store of `@palaver/client/store`: `docs/react.md`. */
export {
  type Channels,
  type DirectMessages,
  type Messages,
  type Notifications,
  type Send,
  type Servers,
  type Thread,
  type Typing,
  useChannel,
  useChannels,
  useConnection,
  useDirectMessages,
  useIdle,
  useMe,
  useMembers,
  useMessages,
  useNotifications,
  usePresence,
  useSend,
  useServers,
  useThread,
  useTyping,
  useUnread,
  useUnreadTotal,
} from './hooks.js';
export { type DraftText, useDraft } from './personal.js';
export { PalaverProvider, type PalaverProviderProps, useStore } from './provider.js';
export {
  type ListActions,
  type LoadedList,
  useList,
  useResource,
  useSelected,
  useWatched,
} from './use-state-of.js';
