const STORED = 'palaver:visited';
const KEPT_MAX = 50;

/** The channels and servers that were shown on this device, the last one first. */
export function visitedIds(): readonly string[] {
  return (localStorage.getItem(STORED) ?? '').split(' ').filter((id) => id !== '');
}

/** Remembers what is shown at a path of the chat. */
export function rememberVisit(path: string): void {
  const [, serverId, inServer] = /^\/servers\/([^/]+)(?:\/channels\/([^/]+))?$/.exec(path) ?? [];
  const [, inDm] = /^\/dms\/([^/]+)$/.exec(path) ?? [];
  const shown = [inServer, inDm, serverId].flatMap((id) => id ?? []);
  if (shown.length === 0) return;
  const before = visitedIds().filter((id) => !shown.includes(id));
  localStorage.setItem(STORED, [...shown, ...before].slice(0, KEPT_MAX).join(' '));
}
