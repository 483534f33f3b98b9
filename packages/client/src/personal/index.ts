/** What a person keeps for themselves, on top of the store: `docs/client.md` describes it. */

export { followedThreads } from '../state/followed-threads.js';
export { savedMessages } from '../state/saved-messages.js';
export { onDisturbing } from './disturbing.js';
export {
  type DraftKeeper,
  type DraftKeeperOptions,
  type DraftPlace,
  type DraftStorage,
  keepDrafts,
} from './draft-keeper.js';
export { IdleWatch } from './idle-watch.js';
