import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { Cursor, Limit } from '../kernel/schema/pagination.js';
import { text } from '../kernel/schema/text.js';

const QUERY_CHARACTERS_MAX = 500;

const fields = {
  q: text(1, QUERY_CHARACTERS_MAX).meta({
    description:
      'Words, "phrases" and operators: `from:`, `in:`, `before:`, `after:`, `on:`, `has:file`, `has:link`, `has:reaction`, ' +
      '`is:thread`; a minus before any of them but dates leaves out.',
    example: 'ERR_42 from:alice -has:file',
  }),
  sort: optionalOr(z.enum(['newest', 'best']), 'newest').meta({
    description: 'The newest first, or the best among the newest 10,000 that are found.',
  }),
  before: optional(Cursor).meta({
    description:
      'Return messages after this one in the order of the results: the id of the last message of a page.',
  }),
  limit: Limit,
};

export const SearchInput = z.object(fields);
export type SearchInput = z.output<typeof SearchInput>;
export const SearchServerInput = z.object({ serverId: idInput('the server'), ...fields });
export type SearchServerInput = z.output<typeof SearchServerInput>;
