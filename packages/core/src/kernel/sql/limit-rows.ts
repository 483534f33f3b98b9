import { type SQL, sql } from 'drizzle-orm';
import { PAGE_MAX } from '../schema/pagination.js';

/**
 * The first rows, as many as the parameter `limit` says and never more than a page may hold.
 *
 * Of a limit that is a parameter alone, Postgres assumes that it lets a tenth of the rows through; so a plan for all
 * parameters looks dearer than it is, and each page of a large channel is planned anew. The constant tells it what
 * the walk costs at most. No more rows are read than the parameter asks for.
 */
export function limitRows(rows: SQL, parameter = 'limit'): SQL {
  return sql`(select * from (${rows} limit ${sql.raw(String(PAGE_MAX))}) counted limit ${sql.placeholder(parameter)})`;
}
