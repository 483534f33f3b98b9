import { z } from 'zod';
import { Instant } from '../primitives.js';

/**
 * The longest sides, in pixels, that a picture is made smaller to: those of a message on screens with one, two and three pixels for
 * each of CSS.
 */
export const PICTURE_SIZES = [480, 960, 1440] as const;

export const PictureSize = z.literal(PICTURE_SIZES);
export type PictureSize = z.output<typeof PictureSize>;

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
