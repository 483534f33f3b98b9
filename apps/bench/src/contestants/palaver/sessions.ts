import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@palaver/db';
import type { Palaver } from './palaver.js';

const DAYS = 30;

/** Opens so many sessions of the people there are, in turn, as signing in would, and returns their tokens. */
export async function openSessions({ database }: Palaver, count: number): Promise<string[]> {
  const { sql } = database;
  const people = await sql<{ id: string }[]>`select id from users order by id`;
  const tokens = Array.from({ length: count }, () => `plv_${randomBytes(32).toString('base64url')}`);
  const now = new Date();
  const ends = new Date(now.getTime() + DAYS * 24 * 3_600_000);
  const rows = tokens.map((token, n) => ({
    id: newId(),
    user_id: people[n % people.length]?.id ?? '',
    token_hash: createHash('sha256').update(token).digest(),
    created_at: now,
    last_used_at: now,
    expires_at: ends,
    absolute_expires_at: ends,
  }));
  await sql`insert into sessions ${sql(rows)}`;
  return tokens;
}
