/** What is loaded of a list that the service answers page by page. */
export interface Loaded<Each> {
  readonly items: readonly Each[];
  /** Whether nothing comes after it. */
  readonly isWhole: boolean;
}

/** A page to ask for: the items after the one that `before` names. */
export interface PageRequest {
  readonly limit: number;
  readonly before?: string;
}

const LIMIT = 50;

/** The page after the items, which is the first one where there are none. */
export function pageAfter<Each>(items: readonly Each[], cursorOf: (item: Each) => string): PageRequest {
  const last = items.at(-1);
  return last === undefined ? { limit: LIMIT } : { limit: LIMIT, before: cursorOf(last) };
}

/** The items with what the service has answered to `request`. A page that is not full is the last one. */
export function withPage<Each>(
  items: readonly Each[],
  page: readonly Each[],
  { limit }: PageRequest,
): Loaded<Each> {
  return { items: [...items, ...page], isWhole: page.length < limit };
}
