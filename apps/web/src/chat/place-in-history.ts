import type { ReadingPlace } from '@palaver/elements/chat/reading-entry.js';

/** The name of the place in the state of an entry of the browser's history. */
const NAME = 'readingPlace';

/** The place in a channel that the current entry of the history has; null where it has none, as at the end of the list. */
export function placeIn(state: unknown, channelId: string): ReadingPlace | null {
  if (typeof state !== 'object' || state === null || !(NAME in state)) return null;
  const { [NAME]: kept } = state;
  if (typeof kept !== 'object' || kept === null) return null;
  const place: Partial<Record<keyof ReadingPlace, unknown>> = kept;
  const { messageId, top } = place;
  if (place.channelId !== channelId || typeof messageId !== 'string' || typeof top !== 'number') return null;
  return { channelId, messageId, top };
}

/** The state of an entry of the history with another place, or with none. */
export function withPlace(state: unknown, place: ReadingPlace | null): object {
  return { ...(typeof state === 'object' ? state : null), [NAME]: place };
}
