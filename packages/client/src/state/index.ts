/** Pure functions that apply events to answers of the service. `docs/state.md` describes them. */
export {
  type ChannelList,
  type ChannelView,
  type DmList,
  reduceChannel,
  reduceChannelList,
  reduceChannelView,
  reduceDmList,
} from './channels.js';
export type { Page } from './lists.js';
export { type MessagePage, reduceMessage, reduceMessagePage } from './messages.js';
export { type ChannelMembers, reduceChannelMembers, reduceMe, reducePreference } from './people.js';
export { comparePositions } from './positions.js';
export {
  reduceGroupList,
  reduceServer,
  reduceServerList,
  reduceServerMemberPage,
  type ServerList,
} from './servers.js';
export { parseStreamSeq } from './stream-seq.js';
export { applyEvent, type Change, type Reducer, type View } from './view.js';
