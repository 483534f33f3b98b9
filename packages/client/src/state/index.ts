/** Pure functions that apply events to answers of the service. `docs/state.md` describes them. */

export { type ChannelMembers, reduceChannelMembers } from './channel-members.js';
export {
  type ChannelList,
  type ChannelView,
  type DmList,
  reduceChannel,
  reduceChannelList,
  reduceChannelView,
  reduceDmList,
} from './channels.js';
export { reduceDrafts, reduceScheduledMessages } from './drafts.js';
export { reduceEmojiList } from './emoji.js';
export { reduceFavorites } from './favorites.js';
export { reduceGroupList } from './groups.js';
export type { Page } from './lists.js';
export { reduceMe } from './me.js';
export { type MessagePage, reduceMessage, reduceMessagePage, reducePins } from './messages.js';
export { reduceNotifications } from './notifications.js';
export { comparePositions } from './positions.js';
export { reduceMailPreferences, reducePreference } from './preferences.js';
export {
  reduceServer,
  reduceServerList,
  reduceServerMemberPage,
  type ServerList,
} from './servers.js';
export { parseStreamSeq } from './stream-seq.js';
export { reduceUnread, type UnreadList } from './unread.js';
export { reduceUserGroupList, reduceUserGroupMembers, type UserGroupMembers } from './user-groups.js';
export { applyEvent, type Change, type Reducer, type View } from './view.js';
