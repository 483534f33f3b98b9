import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';

export const importState = pgEnum('import_state', [
  'checking',
  'importing',
  'joining',
  'done',
  'failed',
  'cancelled',
]);

/**
 * Archives that make a server here (docs/moving.md, Importing). One node at a time works on an import, until `claimed_until` by
 * the clock of the database; what it writes moves the cursor in the same transaction.
 */
export const imports = pgTable(
  'imports',
  {
    id: id('id').primaryKey(),
    state: importState('state').notNull().default('checking'),
    /** Whether the archive is to be checked and nothing more. */
    checkOnly: boolean('check_only').notNull(),
    /** The admin of the service; null for the operator and for an API key. */
    createdBy: id('created_by'),
    createdByName: text('created_by_name').notNull(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** What the archive says of itself; null until its beginning is read. */
    source: text('source'),
    sourceServerId: text('source_server_id'),
    serverName: text('server_name'),
    /** Null until the server is written. */
    serverId: id('server_id'),
    /** The import that made the server, where this one adds what a later archive has; what it has made is recorded there. */
    updates: id('updates'),
    /** Whether what it has made is recorded, so that a later archive can be told from it. */
    repeatable: boolean('repeatable').notNull().default(false),
    /** The cursor: how many parts, lines, and lines of the next part are written. */
    partsDone: integer('parts_done').notNull().default(0),
    linesDone: bigint('lines_done', { mode: 'number' }).notNull().default(0),
    linesOfPartDone: integer('lines_of_part_done').notNull().default(0),
    /** Of the whole archive; null until it is checked. */
    lines: bigint('lines', { mode: 'number' }),
    /** What is written. */
    users: integer('users').notNull().default(0),
    messages: bigint('messages', { mode: 'number' }).notNull().default(0),
    files: integer('files').notNull().default(0),
    fileBytes: bigint('file_bytes', { mode: 'number' }).notNull().default(0),
    /** Whether messages of earlier archives are deleted that this one does not have. */
    deleteMissing: boolean('delete_missing').notNull().default(false),
    /** How many of them are. */
    deleted: bigint('deleted', { mode: 'number' }).notNull().default(0),
    /** What became of each line of the export that the archive was made of, as the archive says; null where it says nothing. */
    conversion: jsonb('conversion').$type<Readonly<Record<string, unknown>>>(),
    /** Why it failed; why it waits, while it goes on. */
    problem: text('problem'),
    claimedBy: text('claimed_by'),
    claimedUntil: instant('claimed_until'),
    /** Whether all that only the work on it needs is gone: the archive, and the ids of messages. */
    cleared: boolean('cleared').notNull().default(false),
  },
  (t) => [
    index('imports_open_idx').on(t.id).where(sql`not ${t.cleared}`),
    index('imports_source_idx').on(t.source, t.sourceServerId),
    check('imports_problem_length', sql`char_length(${t.problem}) <= 1000`),
  ],
);

/**
 * What an import has made, or found here, of the things that the archive names by ids of its own. It stays, so that a later archive of the
 * same system adds what is new.
 */
export const imported = pgTable(
  'imported',
  {
    importId: id('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    sourceId: text('source_id').notNull(),
    id: id('id').notNull(),
    /** Of an account that was there before, how it was found; of a member, the role and since when. */
    note: jsonb('note').$type<Readonly<Record<string, string>>>(),
    /**
     * Of a message, what the archive said of it (`message-state.ts`), as digests; of a user who is called otherwise here, both names
     * (`renamed.ts`).
     */
    state: text('state'),
    /** Of a message, the last import that had it among those that delete what is missing. */
    seenBy: id('seen_by'),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.kind, t.sourceId] }),
    index('imported_person_idx')
      .on(t.id)
      .where(sql`${t.kind} in ('user', 'member', 'userGroupMember', 'channelMember')`),
  ],
);
