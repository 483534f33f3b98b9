import type { BenchDatabase } from '../postgres/database.js';

/** Checks that every acknowledged message is stored exactly once. */
export interface StorageCheck {
  /** Adds the messages acknowledged since the last call. Throws unless the database holds exactly as many as all of them. */
  verify(acknowledged: number): Promise<void>;
}

/** Starts from the number of messages that `count` finds now. `count` throws when what is stored is inconsistent. */
export async function createStorageCheck(count: () => Promise<number>): Promise<StorageCheck> {
  let expected = await count();
  return {
    async verify(acknowledged) {
      expected += acknowledged;
      const stored = await count();
      if (stored !== expected) throw new Error(`Messages acknowledged: ${expected}, stored: ${stored}.`);
    },
  };
}

/** The number of rows of a table. */
export async function countRows({ sql }: BenchDatabase, table: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from ${sql(table)}`;
  return row?.count ?? 0;
}
