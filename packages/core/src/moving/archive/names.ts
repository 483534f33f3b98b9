import { z } from 'zod';
import { InstantInput } from '../../kernel/schema/instant-input.js';
import { text } from '../../kernel/schema/text.js';

/**
 * The id of something in the system that the archive comes from: any text, unique among the things of its type in the
 * archive, and the same in each archive of that system.
 */
export const SourceId = text(1, 128);

/** An instant, as the records of the API have it. */
export const ArchiveInstant = InstantInput.transform((instant) => instant.toISOString());

/** What follows `files/` in an archive. It is no path, so that it leads nowhere else. */
export const FILE_NAME = /^(?![.])[A-Za-z0-9._-]{1,128}$/;

/** A file of the archive. */
export const ArchiveFile = z.strictObject({
  name: z
    .string()
    .regex(FILE_NAME, 'must be 1 to 128 letters, digits, ".", "_" and "-", and not begin with "."'),
  sizeBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** In hexadecimal; null where who wrote the archive did not know it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .nullable()
    .default(null),
});
export type ArchiveFile = z.output<typeof ArchiveFile>;
