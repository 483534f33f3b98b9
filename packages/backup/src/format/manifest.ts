import { z } from 'zod';

/** The version of the archive's layout (docs/operations.md, Backup and restore). A restore reads this one alone. */
export const FORMAT = 1;

export const MANIFEST = 'manifest.json';
export const END = 'end.json';

/** SQL names stand in statements, and the archive comes from outside. */
const SqlName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** The first entry of an archive: what is needed to make a database that takes the rest. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of Palaver that made the backup. */
  palaver: z.string(),
  /** The version of Postgres that the rows come from. */
  postgres: z.string(),
  /** The instant that the backup shows: it has what was committed before, and nothing after. */
  takenAt: z.iso.datetime(),
  /** The last migration of the database. */
  migration: z.object({ tag: z.string(), hash: z.string() }),
  /** In the order of the archive. */
  tables: z.array(z.object({ name: SqlName, columns: z.array(SqlName).min(1) })),
  /** The last value of each sequence that has been used. */
  sequences: z.array(z.object({ name: SqlName, value: z.string().regex(/^-?\d{1,19}$/) })),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last entry of an archive. Without it, or with another hash, the archive is refused. */
export const End = z.object({
  /** SHA-256 of all entries before this one, with their names and sizes. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Rows, by table. */
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  /** Bytes of the files. */
  fileBytes: z.number().int(),
  /** Files that rows name and that were not there. */
  missing: z.object({ files: z.number().int(), examples: z.array(z.string()) }),
});
export type End = z.infer<typeof End>;
