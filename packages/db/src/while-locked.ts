import type { Sql } from 'postgres';

/**
 * Does `work` while one connection of the pool holds the advisory lock `key`. Returns null at once, without the work, where
 * another session has the lock. It is free again when this process dies, because its session ends. Where the connection is
 * lost the work goes on without the lock: it must be harmless beside that of another node.
 */
export async function whileLocked<T>(sql: Sql, key: number, work: () => Promise<T>): Promise<T | null> {
  const session = await sql.reserve();
  try {
    const [row] = await session<{ granted: boolean }[]>`select pg_try_advisory_lock(${key}) as granted`;
    if (!row?.granted) return null;
    try {
      return await work();
    } finally {
      // A lost connection has released it.
      await session`select pg_advisory_unlock(${key})`.catch(() => undefined);
    }
  } finally {
    session.release();
  }
}
