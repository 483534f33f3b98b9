import { asc, desc } from 'drizzle-orm';
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
