import type { Page } from '../state/lists.js';
import type { View } from '../state/view.js';

/** A page that was read, and the items that it began and ended with then: they stay cursors after they are deleted. */
export interface ReadPage<Item> {
  readonly view: View<Page<Item>>;
  readonly newestId: string | null;
  readonly oldestId: string | null;
}

/** Pages without a gap between them, newest first. */
export interface Run<Item> {
  readonly pages: ReadonlyArray<ReadPage<Item>>;
  readonly hasOlder: boolean;
}

/** How many items a page has, and how many a run may have before it lets some go at its other end. */
export interface RunSizes {
  readonly page: number;
  readonly run: number;
}

export type IdOf<Item> = (item: Item) => string;

export function itemsOf<Item>({ pages }: Run<Item>): Item[] {
  return pages.flatMap(({ view }) => view.state.items);
}

/** The ids of the first and the last item; null where there is none. */
export function endsOf<Item>(
  items: readonly Item[],
  idOf: IdOf<Item>,
): Pick<ReadPage<Item>, 'newestId' | 'oldestId'> {
  const [first, last] = [items[0], items.at(-1)];
  return { newestId: first ? idOf(first) : null, oldestId: last ? idOf(last) : null };
}

/** The items in which a run begins and ends; null where no page had any. */
export function newestIdOf<Item>({ pages }: Run<Item>): string | null {
  return pages.find(({ newestId }) => newestId !== null)?.newestId ?? null;
}
export function oldestIdOf<Item>({ pages }: Run<Item>): string | null {
  return pages.findLast(({ oldestId }) => oldestId !== null)?.oldestId ?? null;
}

/**
 * What of a page is older than a run. Undefined when the page has no item of the run: there may be others between them. What
 * is newer than those is dropped, because the run will have it by its events.
 */
export function olderThan<Item>(
  page: ReadPage<Item>,
  run: Run<Item>,
  idOf: IdOf<Item>,
): ReadPage<Item> | undefined {
  const known = new Set(itemsOf(run).map(idOf));
  const { items } = page.view.state;
  const last = items.findLastIndex((item) => known.has(idOf(item)));
  if (last === -1) return undefined;
  const rest = items.slice(last + 1);
  const { newestId } = endsOf(rest, idOf);
  return { ...withItems(page, rest), newestId, oldestId: newestId && page.oldestId };
}

/**
 * The newest page takes every new item. When it has become twice as long as a page is, its older half becomes a page of its
 * own; when the run is too long, its oldest pages go.
 */
export function keptShort<Item>(run: Run<Item>, sizes: RunSizes, idOf: IdOf<Item>): Run<Item> {
  const [newest, ...others] = run.pages;
  if (newest === undefined || newest.view.state.items.length < 2 * sizes.page) return run;
  const { items } = newest.view.state;
  const [newer, older] = [items.slice(0, sizes.page), items.slice(sizes.page)];
  const first = { ...withItems(newest, newer), oldestId: endsOf(newer, idOf).oldestId };
  const second = {
    view: { ...newest.view, state: { items: older, newest: false } },
    newestId: endsOf(older, idOf).newestId,
    oldestId: newest.oldestId,
  };
  return withoutOldest({ ...run, pages: [first, second, ...others] }, sizes.run);
}

/** The run without its oldest pages, as far as it is too long. */
export function withoutOldest<Item>(run: Run<Item>, max: number): Run<Item> {
  const pages = within(run.pages, max);
  return pages.length === run.pages.length ? run : { pages, hasOlder: true };
}

/** The run without its newest pages, as far as it is too long; the same run where it is not. */
export function withoutNewest<Item>(run: Run<Item>, max: number): Run<Item> {
  const pages = within([...run.pages].reverse(), max).reverse();
  return pages.length === run.pages.length ? run : { ...run, pages };
}

/** The first pages that have at most `max` items together, and one page at least. */
function within<Item>(pages: ReadonlyArray<ReadPage<Item>>, max: number): Array<ReadPage<Item>> {
  let count = 0;
  return pages.filter(({ view }, index) => {
    count += view.state.items.length;
    return index === 0 || count <= max;
  });
}

function withItems<Item>(page: ReadPage<Item>, items: readonly Item[]): ReadPage<Item> {
  return { ...page, view: { ...page.view, state: { ...page.view.state, items } } };
}
