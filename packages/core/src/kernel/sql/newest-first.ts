import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { invalidField } from '../errors/app-error.js';
import type { Page } from '../schema/pagination.js';

/**
 * Runs a page query in the direction that its cursor needs and returns the rows newest first. With `after` the query
 * reads upwards from the cursor, so that the page is next to it, and the rows are then reversed.
 */
export async function newestFirst<Row>(
  page: Pick<Page, 'after'>,
  query: (order: typeof asc | typeof desc) => Promise<Row[]>,
): Promise<Row[]> {
  return page.after === undefined ? query(desc) : (await query(asc)).reverse();
}

/**
 * Whether an item of a list is on the side of the cursors that a page asks for; undefined for a page without a cursor.
 * `position` is what the list is sorted by, the id of an item unless `positionOf` says what it is of the item with an id.
 */
export function within(
  { before, after }: Pick<Page, 'before' | 'after'>,
  position: SQLWrapper,
  positionOf: (itemId: string) => SQL = (itemId) => sql`${itemId}::uuid`,
): SQL | undefined {
  const older = before === undefined ? undefined : sql`${position} < ${positionOf(before)}`;
  const newer = after === undefined ? undefined : sql`${position} > ${positionOf(after)}`;
  return older && newer ? sql`${older} and ${newer}` : (older ?? newer);
}

/**
 * Refuses a cursor whose item is gone, in a list where such a one has no position: an empty page would say that the list
 * ends there. Throws `INVALID_INPUT`.
 */
export async function requireCursors(
  page: Pick<Page, 'before' | 'after'>,
  isListed: (itemId: string) => Promise<boolean>,
): Promise<void> {
  for (const field of ['before', 'after'] as const) {
    const itemId = page[field];
    if (itemId !== undefined && !(await isListed(itemId)))
      throw invalidField(field, 'is nothing of this list, or not any more: begin again without it');
  }
}
