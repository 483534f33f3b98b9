import { newId, type Queryable, type Transaction, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import type { Services } from '../procedures/services.js';
import { hasMails, OUTBOX_MAX } from './outbox.js';
import { COUNTED_MS, endTokens, type LinkOf, mintTokens } from './tokens.js';

const { mailOutbox, mailTokens } = tables;

/** Somebody whose account was made for them, and has no password. */
export interface Invited {
  readonly id: string;
  readonly email: string | null;
}

/** Where the page is on which a person sets a password by a link. */
export function passwordPageOf({ settings }: Pick<Services, 'settings'>, token: string): string {
  const pages = settings.mailPagesUrl ?? `${settings.publicUrl}/api/mail`;
  return `${pages}/reset-password?token=${token}`;
}

/** Makes a link for each of these people, which works once and for seven days. Their earlier ones end. Returns the tokens in this order. */
export async function inviteByLink(
  tx: Transaction,
  people: readonly Invited[],
  now: Date,
): Promise<{ readonly tokens: readonly string[]; readonly expiresAt: Date }> {
  const ids = people.map(({ id }) => id);
  await endTokens(tx, ids, 'invitation', now);
  const link = { purpose: 'invitation', address: null, mailId: null, passwordHash: null } as const;
  return mintTokens(
    tx,
    ids.map((userId): LinkOf => ({ ...link, userId })),
    now,
  );
}

/**
 * Mails each of these people who has an address such a link, unless one waits or was sent in the last hour. Returns how many; null where so
 * many mails wait that those of others would be refused.
 */
export async function inviteByMail(
  tx: Transaction,
  people: readonly Invited[],
  now: Date,
): Promise<number | null> {
  if (await hasMails(tx, OUTBOX_MAX / 2)) return null;
  const recent = await recentlyMailed(
    tx,
    people.map(({ id }) => id),
    now,
  );
  const rows = people.flatMap(({ id, email }) =>
    email === null || recent.has(id)
      ? []
      : [{ id: newId(), kind: 'invitation', userId: id, address: email, createdAt: now, nextTryAt: now }],
  );
  if (rows.length > 0) await tx.insert(mailOutbox).values(rows);
  return rows.length;
}

async function recentlyMailed(q: Queryable, ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const since = new Date(now.getTime() - COUNTED_MS);
  const these = sql`(${sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )})`;
  const rows = await q.execute<{ user_id: string }>(sql`
    select user_id from ${mailOutbox} where kind = 'invitation' and user_id in ${these}
    union
    select user_id from ${mailTokens} where purpose = 'invitation' and address is not null
      and created_at > ${since.toISOString()}::timestamptz and user_id in ${these}`);
  return new Set([...rows].map(({ user_id }) => user_id));
}
