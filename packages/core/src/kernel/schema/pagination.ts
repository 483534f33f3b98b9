import { z } from 'zod';
import { idInput, isUuid } from './ids.js';
import { optional, optionalOr } from './optional.js';
import { wholeNumber } from './whole-number.js';

const PAGE_DEFAULT = 50;
export const PAGE_MAX = 100;

/** `limit` of a list (docs/reference.md, Conventions). */
export const Limit = optionalOr(wholeNumber(1), PAGE_DEFAULT)
  .transform((limit) => Math.min(limit, PAGE_MAX))
  .meta({
    description: `How many items to return at most; above ${PAGE_MAX} is served as ${PAGE_MAX}.`,
  });

/** A cursor is the id of an item of the list; a string that is no id is refused as invalid. */
export const Cursor = idInput('an item of the list').refine(isUuid, 'must be the id of an item of this list');

/** Pages are sorted newest first: `before` selects older items, `after` newer ones. */
export const Page = z.object({
  before: optional(Cursor).meta({ description: 'Return items older than the item with this id.' }),
  after: optional(Cursor).meta({ description: 'Return items newer than the item with this id.' }),
  limit: Limit,
});
export type Page = z.output<typeof Page>;
