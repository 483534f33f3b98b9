import { z } from 'zod';
import { idInput } from '../../kernel/schema/ids.js';
import { Page } from '../../kernel/schema/pagination.js';

export const ListImportsInput = Page.prefault({});
export type ListImportsInput = z.output<typeof ListImportsInput>;
export const ImportInput = z.object({ importId: idInput('the import') });
