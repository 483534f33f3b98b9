/** What a person keeps for themselves, on top of the store: `docs/client.md` describes it. */
export { onDisturbing } from './disturbing.js';
export {
  type DraftKeeper,
  type DraftKeeperOptions,
  type DraftPlace,
  type DraftStorage,
  keepDrafts,
} from './draft-keeper.js';
export { followedThreads, savedMessages } from './lists.js';
