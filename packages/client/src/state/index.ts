/** Pure functions that apply events to answers of the service. `docs/state.md` describes them. */

export type { Page } from './lists.js';
export * from './nouns.js';
export { comparePositions } from './positions.js';
export { parseStreamSeq } from './stream-seq.js';
export { applyEvent, type Change, type Reducer, type View } from './view.js';
