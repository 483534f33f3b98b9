/** Pure functions that apply events to answers of the service. `docs/state.md` describes them. */
export {
  type ChannelPage,
  reduceChannel,
  reduceChannelPage,
  reduceDmPage,
} from './channels.js';
export type { Page } from './lists.js';
export { type MessagePage, reduceMessage, reduceMessagePage } from './messages.js';
export { type ChannelMembers, reduceChannelMembers, reduceMe, reducePreference } from './people.js';
export {
  reduceGroupPage,
  reduceServer,
  reduceServerMemberPage,
  reduceServerPage,
  type ServerPage,
} from './servers.js';
export { parseStreamSeq } from './stream-seq.js';
export { applyEvent, type Change, type Reducer, type View } from './view.js';
