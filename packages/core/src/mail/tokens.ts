import { createHash } from 'node:crypto';
import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, isNull } from 'drizzle-orm';
import { hashToken, newToken } from '../auth/tokens.js';
import { AppError } from '../kernel/errors/app-error.js';
import { purgeOlder } from '../kernel/sql/purge-older.js';
import type { Services } from '../procedures/services.js';
import type { WaitingMail } from './outbox.js';

const { mailTokens } = tables;

const MINUTE_MS = 60_000;
/** For how long a link works, in milliseconds. */
const LIFETIME_MS = { 'verify-email': 24 * 60 * MINUTE_MS, 'reset-password': 30 * MINUTE_MS } as const;
/** Mails of so long ago are still counted. */
export const COUNTED_MS = 60 * MINUTE_MS;

export type LinkPurpose = keyof typeof LIFETIME_MS;
export type LinkToken = InferSelectModel<typeof mailTokens>;

/** Makes the token of a mail's link, of which only the hash is stored. */
export async function mintToken(
  q: Queryable,
  { id: mailId, address }: Pick<WaitingMail, 'id' | 'address'>,
  link: { readonly purpose: LinkPurpose; readonly userId: string; readonly passwordHash: string | null },
  now: Date,
): Promise<string> {
  const token = newToken('mail');
  const { purpose, userId, passwordHash } = link;
  await q.insert(mailTokens).values({
    tokenHash: hashToken(token),
    userId,
    purpose,
    address,
    passwordDigest: digestOf(passwordHash),
    mailId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]),
  });
  return token;
}

/** The unused token of a link that has not expired. Throws `LINK_NOT_VALID`. */
export async function findToken(
  q: Queryable,
  { purpose, token }: { readonly purpose: LinkPurpose; readonly token: string },
  now: Date,
): Promise<LinkToken> {
  const [row] = await q
    .select()
    .from(mailTokens)
    .where(
      and(
        eq(mailTokens.tokenHash, hashToken(token)),
        eq(mailTokens.purpose, purpose),
        isNull(mailTokens.usedAt),
        gt(mailTokens.expiresAt, now),
      ),
    );
  if (!row) throw new AppError('LINK_NOT_VALID');
  return row;
}

/** Ends all links of a purpose that an account has. Call it under the account's lock. */
export async function endTokens(
  tx: Transaction,
  userId: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<void> {
  await tx
    .update(mailTokens)
    .set({ usedAt: now })
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt)));
}

/** Ends all links that an account has. Call it under the account's lock. */
export async function endAllTokens(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(mailTokens)
    .set({ usedAt: now })
    .where(and(eq(mailTokens.userId, userId), isNull(mailTokens.usedAt)));
}

/** Tells whether a password is still the one of then, without the hash of the password itself. */
export function digestOf(passwordHash: string | null): Buffer | null {
  return passwordHash === null ? null : createHash('sha256').update(passwordHash).digest();
}

/** Removes the tokens that have expired and are not counted any more. */
export async function purgeMailTokens({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await purgeOlder(db, mailTokens.expiresAt, new Date(clock.now().getTime() - COUNTED_MS));
}
