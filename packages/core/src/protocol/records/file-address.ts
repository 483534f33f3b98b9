import { z } from 'zod';
import { Instant } from '../primitives.js';

/** docs/reference.md, section 2, FileAddress. */
export const FileAddress = z
  .object({
    url: z.string().meta({
      description:
        'Path of the file on this service, fetched without a token. Whoever has it reads the file.',
    }),
    expiresAt: Instant.meta({ description: 'Until when it is valid, at most an hour.' }),
  })
  .meta({ id: 'FileAddress', description: 'Where a page or a player fetches a file.' });
export type FileAddress = z.output<typeof FileAddress>;
