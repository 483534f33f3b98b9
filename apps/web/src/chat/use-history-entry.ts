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

function askedNow(channelId: string): Asked {
  const messageId = new URLSearchParams(location.search).get('message');
  return { place: placeIn(history.state, channelId), messageId };
}

function keep(place: ReadingPlace | null): void {
  history.replaceState(withPlace(history.state, place), '');
}

function onMoved(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}
