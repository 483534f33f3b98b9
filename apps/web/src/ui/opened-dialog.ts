import type { AnyChannel, User } from '@palaver/client';
import { useSyncExternalStore } from 'react';

/** A dialog of the chat that several places open: buttons, menus and the switcher. There is one at a time. */
export type OpenedDialog =
  /** `isNew`: the channel was made just now, and one writes in it next. */
  | { readonly kind: 'add-people'; readonly channel: AnyChannel; readonly isNew?: boolean }
  | { readonly kind: 'remove-member'; readonly channel: AnyChannel; readonly user: User }
  | { readonly kind: 'leave-channel'; readonly channel: AnyChannel }
  | { readonly kind: 'browse-channels' | 'create-channel' | 'invite'; readonly serverId: string }
  | { readonly kind: 'new-dm' | 'add-server' | 'switcher' | 'shortcuts' };

let current: OpenedDialog | null = null;
const listeners = new Set<() => void>();

export function openDialog(dialog: OpenedDialog | null): void {
  current = dialog;
  for (const listener of [...listeners]) listener();
}

export function useOpenedDialog(): OpenedDialog | null {
  return useSyncExternalStore(onOpened, () => current);
}

function onOpened(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
