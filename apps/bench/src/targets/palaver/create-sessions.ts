import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@palaver/db';
import type { Palaver } from './palaver.js';

const VALID_DAYS = 30;
/** A statement has at most 65,535 parameters. */
const ROWS_MAX = 5_000;

/** Creates `count` sessions, of the existing accounts in turn, as signing in does. Returns their tokens. */
export async function createSessions(
  { database }: Pick<Palaver, 'database'>,
  count: number,
): Promise<string[]> {
  const { sql } = database;
  const users = await sql<{ id: string }[]>`select id from users order by id`;
  const sessions = Array.from({ length: count }, (_, n) => ({
    userId: users[n % users.length]?.id ?? '',
    token: newSessionToken(),
  }));
  await insertSessions(sql, sessions);
  return sessions.map(({ token }) => token);
}

export function newSessionToken(): string {
  return `plv_${randomBytes(32).toString('base64url')}`;
}

/** Stores sessions that begin now, by the hashes of their tokens. */
export async function insertSessions(
  sql: Palaver['database']['sql'],
  sessions: ReadonlyArray<{ readonly userId: string; readonly token: string }>,
): Promise<void> {
  const now = new Date();
  const ends = new Date(now.getTime() + VALID_DAYS * 24 * 3_600_000);
  const rows = sessions.map(({ userId, token }) => ({
    id: newId(),
    user_id: userId,
    token_hash: createHash('sha256').update(token).digest(),
    created_at: now,
    last_used_at: now,
    expires_at: ends,
    absolute_expires_at: ends,
  }));
  for (let at = 0; at < rows.length; at += ROWS_MAX)
    await sql`insert into sessions ${sql(rows.slice(at, at + ROWS_MAX))}`;
}
