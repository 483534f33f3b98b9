import type { User } from '@palaver/client';
import { useSyncExternalStore } from 'react';

/** What floats beside the element that it was opened from. There is one at a time, outside of lists whose rows come and go. */
export type Overlay =
  | {
      readonly kind: 'emoji';
      readonly anchor: Element;
      /** The server whose own emoji are offered as well. */
      readonly serverId: string | null;
      readonly onPick: (emoji: string) => void;
    }
  | {
      readonly kind: 'profile';
      readonly anchor: Element;
      readonly user: User;
      readonly serverId: string | null;
    };

let current: Overlay | null = null;
const listeners = new Set<() => void>();

export function openOverlay(overlay: Overlay | null): void {
  current = overlay;
  for (const listener of [...listeners]) listener();
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(onOverlay, () => current);
}

function onOverlay(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
