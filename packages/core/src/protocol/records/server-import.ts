import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { ConversionSummary } from './conversion-summary.js';

/** docs/moving.md, Importing. */
export const ServerImport = z
  .object({
    id: Id,
    state: z.enum(['checking', 'importing', 'joining', 'done', 'failed', 'cancelled']).meta({
      description:
        'The archive is checked, its contents are written, then its members join; "failed" and "cancelled" leave nothing of it but accounts.',
    }),
    checkOnly: z.boolean().meta({ description: 'Whether the archive is checked and nothing more.' }),
    createdBy: z.string().meta({
      description: 'Who began it: the username of an admin then, or the system user of the operator.',
    }),
    createdAt: Instant,
    finishedAt: Instant.nullable().meta({ description: 'Null while it goes on.' }),
    sizeBytes: z.number().int().meta({ description: 'The size of the archive.' }),
    source: z
      .string()
      .nullable()
      .meta({ description: 'The system that the archive is from; null until it is checked.' }),
    serverName: z
      .string()
      .nullable()
      .meta({ description: 'What the server is called there; null until it is checked.' }),
    serverId: Id.nullable().meta({ description: 'The server here; null until it is written.' }),
    updates: Id.nullable().default(null).meta({
      description:
        'The import that made the server, where this one adds what a later archive of it has; else null. Known when it is checked.',
    }),
    lines: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'How many lines the archive has; null until it is checked.' }),
    linesDone: z.number().int().meta({ description: 'How many of them are written.' }),
    users: z.number().int().meta({ description: 'How many accounts were made.' }),
    messages: z.number().int().meta({ description: 'How many messages are written.' }),
    files: z.number().int().meta({ description: 'How many files of messages are stored.' }),
    fileBytes: z.number().int().meta({ description: 'The size of these files together.' }),
    deleteMissing: z.boolean().default(false).meta({
      description:
        'Whether messages that an earlier archive of the server had are deleted where this one does not have them.',
    }),
    deleted: z.number().int().default(0).meta({ description: 'How many messages were deleted so.' }),
    problem: z.string().nullable().meta({
      description: 'Why it failed, with the number of the line; while it goes on, why it waits; else null.',
    }),
  })
  .meta({ id: 'ServerImport', description: 'An archive that makes a server here.' });
export type ServerImport = z.output<typeof ServerImport>;

export const FoundAccount = z
  .object({
    sourceId: z.string().meta({ description: 'The id of the user in the archive.' }),
    userId: Id,
    username: z.string().meta({ description: 'The username of the account here.' }),
    foundBy: z.enum(['earlierImport', 'id', 'externalId', 'email']).meta({
      description:
        'What they have in common: an earlier import of the same source, the id and the beginning, the external id, or an address that was verified here.',
    }),
  })
  .meta({
    id: 'FoundAccount',
    description: 'An account that was here before, and that a user of the archive is taken for.',
  });
export type FoundAccount = z.output<typeof FoundAccount>;

export const ServerImportReport = ServerImport.extend({
  foundAccounts: z.array(FoundAccount).meta({
    description: 'The first 1,000 accounts that were here before: what their users wrote is shown as theirs.',
  }),
  conversion: ConversionSummary.nullable().default(null).meta({
    description:
      'What became of each line of the export of another system; null until the archive is checked, and for one that was not converted.',
  }),
}).meta({ id: 'ServerImportReport', description: 'An import, and the accounts that it has found.' });
export type ServerImportReport = z.output<typeof ServerImportReport>;

export const ImportLinks = z
  .object({
    people: z.number().int().meta({
      description: 'How many people got a link; those whom the page before had are not among them.',
    }),
    csv: z.string().nullable().meta({
      description:
        'Their links as CSV (RFC 4180), with the names of the columns in the first page; null where they were mailed.',
    }),
    next: Id.nullable().meta({
      description: 'Give it as `after` for the next page; null after the last one.',
    }),
  })
  .meta({ id: 'ImportLinks', description: 'Links by which imported people set their first password.' });
export type ImportLinks = z.output<typeof ImportLinks>;
