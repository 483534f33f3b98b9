import type { ChannelMenu, Overlay as ElementsOverlay } from '@palaver/elements/ui/overlay.js';
import { useSyncExternalStore } from 'react';

/** What floats beside the element that it was opened from. There is one at a time, outside of lists whose rows come and go. */
export type Overlay = ElementsOverlay | ChannelMenuOverlay;

export interface ChannelMenuOverlay extends ChannelMenu {
  readonly kind: 'channel-menu';
}

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
