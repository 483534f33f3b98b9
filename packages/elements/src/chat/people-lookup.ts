import type { User } from '@palaver/client';

/** How many are asked for at once: a page of the service. */
const ASKED_MAX = 100;

/** People of a large channel who are looked up by their ids. */
export interface PeopleLookup {
  /** Looks up those who were not asked for before, all of one moment with one question. */
  readonly need: (ids: readonly string[]) => void;
  /** Who was found so far: another list whenever somebody is found. */
  readonly found: () => readonly User[];
  readonly subscribe: (listener: () => void) => () => void;
}

/** Who is not found is not asked for again; who could not be asked for is. */
export function peopleLookup(ask: (ids: readonly string[]) => Promise<readonly User[]>): PeopleLookup {
  const asked = new Set<string>();
  const listeners = new Set<() => void>();
  let waiting: string[] = [];
  let found: readonly User[] = [];

  async function send(ids: readonly string[]): Promise<void> {
    try {
      const people = await ask(ids);
      found = [...found, ...people];
    } catch {
      for (const id of ids) asked.delete(id);
      return;
    }
    for (const listener of [...listeners]) listener();
  }

  function sendAll(): void {
    const ids = waiting;
    waiting = [];
    for (let from = 0; from < ids.length; from += ASKED_MAX) void send(ids.slice(from, from + ASKED_MAX));
  }

  return {
    need(ids) {
      const missing = ids.filter((id) => !asked.has(id));
      if (missing.length === 0) return;
      if (waiting.length === 0) queueMicrotask(sendAll);
      for (const id of missing) {
        if (asked.has(id)) continue;
        asked.add(id);
        waiting.push(id);
      }
    },
    found: () => found,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
