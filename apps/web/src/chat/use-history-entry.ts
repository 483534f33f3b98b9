import type { Asked, ReadingEntry, ReadingPlace } from '@palaver/elements/chat/reading-entry.js';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { placeIn, withPlace } from './place-in-history.js';

/** The entry of the browser's history in which a channel is shown. Its address names a message (`?message=`). */
export function useHistoryEntry(channelId: string): ReadingEntry {
  const [parameters] = useSearchParams();
  const named = parameters.get('message');
  return useMemo(() => ({ named, asked: () => askedNow(channelId), keep, onMoved }), [named, channelId]);
}

/** The same of a thread, whose address names a reply (`?reply=`). The place in it is not kept: it opens at its end. */
export function useThreadEntry(): ReadingEntry {
  const [parameters] = useSearchParams();
  const named = parameters.get('reply');
  return useMemo(() => {
    const asked = () => ({ place: null, messageId: namedNow('reply') });
    return { named, asked, keep: () => {}, onMoved: () => () => {} };
  }, [named]);
}

function askedNow(channelId: string): Asked {
  return { place: placeIn(history.state, channelId), messageId: namedNow('message') };
}

function namedNow(parameter: string): string | null {
  return new URLSearchParams(location.search).get(parameter);
}

function keep(place: ReadingPlace | null): void {
  history.replaceState(withPlace(history.state, place), '');
}

/** Between two entries that differ in what is open beside the channel, nothing moves. */
function onMoved(listener: () => void): () => void {
  let shown = listShown();
  const look = () => {
    const before = shown;
    shown = listShown();
    if (shown !== before) listener();
  };
  addEventListener('popstate', look);
  return () => removeEventListener('popstate', look);
}

function listShown(): string {
  return `${location.pathname} ${namedNow('message')}`;
}
