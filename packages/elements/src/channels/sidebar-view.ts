import { useSyncExternalStore } from 'react';
import { keepOnDevice, keptOnDevice } from '../ui/on-device.js';
import type { SidebarView } from './sidebar-rows.js';

const CLOSED = 'palaver:closed-sections';
const UNREAD_ONLY = 'palaver:unread-only';
const KEPT_MAX = 500;

const listeners = new Set<() => void>();
let view = read();

export function sidebarView(): SidebarView {
  return view;
}

export function useSidebarView(): SidebarView {
  return useSyncExternalStore(onChange, sidebarView);
}

/** Closes a section, or opens it again. */
export function toggleSection(key: string): void {
  const closed = new Set(view.closed);
  if (!closed.delete(key)) closed.add(key);
  keepOnDevice(CLOSED, JSON.stringify([...closed].slice(-KEPT_MAX)));
  changed();
}

export function setUnreadOnly(isUnreadOnly: boolean): void {
  keepOnDevice(UNREAD_ONLY, String(isUnreadOnly));
  changed();
}

function read(): SidebarView {
  return { closed: new Set(storedKeys()), isUnreadOnly: keptOnDevice(UNREAD_ONLY) === 'true' };
}

/** None where the device has something else there. */
function storedKeys(): string[] {
  try {
    const stored: unknown = JSON.parse(keptOnDevice(CLOSED) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

function changed(): void {
  view = read();
  for (const listener of [...listeners]) listener();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of the device.
  addEventListener('storage', changed);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', changed);
  };
}
