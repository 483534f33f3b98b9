import { type PalaverStore, type StoreState, stateOf } from '@palaver/client/store';
import { ownAnswers } from './resources.js';

/** Without a connection nobody waits longer: what is asked then fails by itself. */
const WITHIN_MS = 2_000;

const areHeard = (state: StoreState) => stateOf(state, ownAnswers).status === 'ready';
const hearing = new WeakSet<PalaverStore>();

/**
 * Resolves once answers that the person alone gets are heard. Call it before a bot is asked: a bot may answer before the page
 * has loaded what shows it, and an answer from before is in no read.
 */
export async function hearAnswers(store: PalaverStore): Promise<void> {
  // It is never left, as what shows the answers comes and goes.
  if (!hearing.has(store)) store.watch(ownAnswers);
  hearing.add(store);
  if (areHeard(store.state)) return;
  await new Promise<void>((resolve) => {
    const leave = store.subscribe(areHeard, () => done());
    const timer = setTimeout(() => done(), WITHIN_MS);
    const done = () => {
      leave();
      clearTimeout(timer);
      resolve();
    };
  });
}
