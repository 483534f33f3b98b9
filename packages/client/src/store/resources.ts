/** What a store can hold. Each is in the file of its noun, beside the reducer that keeps it up to date. */
export { membersOfChannel } from '../state/channel-members.js';
export { channel, channelsOf, dms } from '../state/channels.js';
export { drafts, scheduledMessages } from '../state/drafts.js';
export { emojiOf } from '../state/emoji.js';
export { favorites } from '../state/favorites.js';
export { groupsOf } from '../state/groups.js';
export { me } from '../state/me.js';
export { message, messagesOf, pinsOf, repliesOf } from '../state/messages.js';
export { notifications } from '../state/notifications.js';
export { preferenceOfAccount, preferenceOfChannel, preferenceOfServer } from '../state/preferences.js';
export { membersOf, servers } from '../state/servers.js';
export { unread } from '../state/unread.js';
export { userGroupsOf } from '../state/user-groups.js';
