import { z } from 'zod';
import { isUuid } from './ids.js';

export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 100;

/**
 * `limit` of a list (docs/reference.md, Conventions): any whole number from 1. `int()` would refuse those from 2^53,
 * which are served like 101.
 */
export const Limit = z
  .number()
  .multipleOf(1, 'must be a whole number from 1')
  .min(1, 'must be a whole number from 1')
  .default(PAGE_DEFAULT)
  .transform((limit) => Math.min(limit, PAGE_MAX))
  .meta({
    type: 'integer',
    description: `How many items to return at most; above ${PAGE_MAX} is served as ${PAGE_MAX}.`,
  });

/** A cursor is the id of an item of the list; a string that is no id is refused as invalid. */
export const Cursor = z.string().refine(isUuid, 'must be the id of an item of this list');

/** Pages are sorted newest first: `before` selects older items, `after` newer ones. */
export const Page = z.object({
  before: Cursor.optional().meta({ description: 'Return items older than the item with this id.' }),
  after: Cursor.optional().meta({ description: 'Return items newer than the item with this id.' }),
  limit: Limit,
});
export type Page = z.output<typeof Page>;
