import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The folder that drizzle-kit writes. */
export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Any constant, the same in every node. Whoever changes the schema holds this advisory lock. */
export const MIGRATION_LOCK = 7_252_837;

/** A migration, and the schema `public` as it is after it. */
export interface Migration {
  /** The name of its file, without `.sql`. */
  readonly tag: string;
  /** SHA-256 of its file, as the migrator records it. */
  readonly hash: string;
  /** The number by which the migrator orders migrations. */
  readonly when: number;
  readonly statements: readonly string[];
  readonly tables: readonly string[];
  readonly enums: readonly string[];
}

export interface JournalEntry {
  readonly tag: string;
  readonly when: number;
}

interface Snapshot {
  readonly tables: Record<string, { readonly name: string }>;
  readonly enums: Record<string, { readonly name: string }>;
}

/** The migrations that this version knows, in order. */
export async function listMigrations(): Promise<Migration[]> {
  return Promise.all((await readJournal()).map(readMigration));
}

/** The names and numbers of the migrations, in order; drizzle-kit writes this file, with these fields. */
export async function readJournal(): Promise<JournalEntry[]> {
  const journal: { entries: JournalEntry[] } = JSON.parse(await read('meta/_journal.json'));
  return journal.entries;
}

async function readMigration({ tag, when }: JournalEntry): Promise<Migration> {
  const text = await read(`${tag}.sql`);
  const snapshot: Snapshot = JSON.parse(await read(`meta/${tag.slice(0, 4)}_snapshot.json`));
  const names = (things: Record<string, { readonly name: string }>) =>
    Object.values(things)
      .map(({ name }) => name)
      .sort();
  return {
    tag,
    when,
    hash: createHash('sha256').update(text).digest('hex'),
    statements: text.split('--> statement-breakpoint'),
    tables: names(snapshot.tables),
    enums: names(snapshot.enums),
  };
}

/** The last of 55 migrations that were one by one before 0.1.0; the first of today makes what they made. */
const LAST_BEFORE = 'ab6e96d89784a1d7c730104cb69a6ed456e11350e72d187c9f00ac0ac079c586';

/** The migration that a database or a backup names by its hash; undefined for one that this version does not know. */
export function migrationOf(
  migrations: readonly Migration[],
  hash: string | undefined,
): Migration | undefined {
  return hash === LAST_BEFORE ? migrations[0] : migrations.find((migration) => migration.hash === hash);
}

const read = (name: string) => readFile(`${MIGRATIONS}/${name}`, 'utf8');
