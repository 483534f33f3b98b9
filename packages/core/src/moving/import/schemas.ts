import { z } from 'zod';
import { idInput } from '../../kernel/schema/ids.js';
import { optional } from '../../kernel/schema/optional.js';
import { Cursor, Page } from '../../kernel/schema/pagination.js';

export const ListImportsInput = Page.prefault({});
export type ListImportsInput = z.output<typeof ListImportsInput>;
export const ImportInput = z.object({ importId: idInput('the import') });

export const ImportLinksInput = z.object({
  importId: idInput('the import'),
  by: z.enum(['list', 'mail']).meta({
    description:
      '`mail` sends each person with an address their link; `list` answers all links, for you to hand on.',
  }),
  after: optional(Cursor).meta({ description: '`next` of the page before.' }),
});
export type ImportLinksInput = z.output<typeof ImportLinksInput>;
