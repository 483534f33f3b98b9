import { useEffect, useRef } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { Layers } from './layers.js';

const NAME = 'isLayer';

/** There is one history in a window. */
const layers = new Layers({
  isLayer: () => typeof history.state === 'object' && history.state !== null && NAME in history.state,
  push: () => history.pushState({ ...history.state, [NAME]: true }, ''),
  back: () => history.back(),
  soon: (act) => void setTimeout(act),
});
let isHearing = false;

/** The state of the current entry, for another one that does not stand for layers. */
export function stateOfPage(): object {
  const { [NAME]: _, ...state } = history.state ?? {};
  return state;
}

/**
 * Lets Back close something that lies over the page, on a screen that is touched: there Back is a gesture, and nothing
 * else closes what fills the screen.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const { backCloses } = useChatHost();
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen || !backCloses || !matchMedia('(pointer: coarse)').matches) return undefined;
    if (!isHearing) addEventListener('popstate', () => layers.moved());
    isHearing = true;
    return layers.enter(() => latest.current());
  }, [isOpen, backCloses]);
}
