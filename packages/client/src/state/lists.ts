import type { Message } from '../service.js';

/** A page of a list, newest first, and what events have changed in it since. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Whether this is the newest page. Only the newest page receives new items; an older one changes and shrinks. */
  readonly newest: boolean;
}

/** The list with an item inserted by `key`, greatest first. It replaces an item with the same key. */
export function put<Item>(items: readonly Item[], item: Item, key: (item: Item) => string): Item[] {
  const others = items.filter((other) => key(other) !== key(item));
  return [...others, item].sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

export function idOf({ id }: { readonly id: string }): string {
  return id;
}

/** The list with the item of an id changed; null if there is none. */
export function changeOne<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  to: (item: Item) => Item,
): Item[] | null {
  return change(items, (item) => item.id === id, to);
}

/** The list without the item of an id. */
export function withoutId<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item[] {
  return items.filter((item) => item.id !== id);
}

/** The list with the items changed for which `is` returns true; null if there are none. */
export function change<Item>(
  items: readonly Item[],
  is: (item: Item) => boolean,
  to: (item: Item) => Item,
): Item[] | null {
  return items.some(is) ? items.map((item) => (is(item) ? to(item) : item)) : null;
}

/** The record that an event brings, without the place of the event. */
export function recordIn<Data extends { readonly streamId: string; readonly seq: number }>(
  data: Data,
): Omit<Data, 'streamId' | 'seq'> {
  const { streamId, seq, ...record } = data;
  return record;
}

/** Whether a message is in the list of its channel (`listId` null) or of a thread. An event of an older service has no `alsoInChannel`. */
export function isInList(
  { threadId, alsoInChannel }: Pick<Message, 'threadId' | 'alsoInChannel'>,
  listId: string | null,
): boolean {
  return threadId === listId || (listId === null && alsoInChannel);
}
