import { IdleWatch } from '@palaver/client/personal';
import type { PalaverStore } from '@palaver/client/store';

const TOUCHES = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove', 'focus'] as const;

/** Tells the service when nobody is at this page any more, and when somebody is back. Returns a function that ends it. */
export function followIdle(store: PalaverStore): () => void {
  const watch = new IdleWatch((isIdle) => store.idle(isIdle));
  const ended = new AbortController();
  const touch = () => watch.touch();
  const shown = () => document.visibilityState === 'visible' && watch.touch();
  for (const type of TOUCHES)
    addEventListener(type, touch, { capture: true, passive: true, signal: ended.signal });
  document.addEventListener('visibilitychange', shown, { signal: ended.signal });
  return () => {
    ended.abort();
    watch.close();
  };
}
