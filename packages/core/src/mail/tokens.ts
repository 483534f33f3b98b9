import { createHash } from 'node:crypto';
import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, inArray, isNull } from 'drizzle-orm';
import { hashToken, newToken } from '../auth/tokens.js';
import { AppError } from '../kernel/errors/app-error.js';
import { purgeOlder } from '../kernel/sql/purge-older.js';
import type { Services } from '../procedures/services.js';
import type { WaitingMail } from './outbox.js';

const { mailTokens } = tables;

const MINUTE_MS = 60_000;
/** For how long a link works, in milliseconds. */
const LIFETIME_MS = {
  'verify-email': 24 * 60 * MINUTE_MS,
  'reset-password': 30 * MINUTE_MS,
  /** To a first password, for who did not ask for it. */
  invitation: 7 * 24 * 60 * MINUTE_MS,
} as const;
/** Mails of so long ago are still counted. */
export const COUNTED_MS = 60 * MINUTE_MS;

export type LinkPurpose = keyof typeof LIFETIME_MS;
export type LinkToken = InferSelectModel<typeof mailTokens>;

/** The purposes of links by which a password is set. */
export const PASSWORD_LINKS = ['reset-password', 'invitation'] as const satisfies readonly LinkPurpose[];

/** A link that is to be made. */
export interface LinkOf {
  readonly purpose: LinkPurpose;
  readonly userId: string;
  /** Of now: the link ends when it changes. */
  readonly passwordHash: string | null;
  /** Where it is mailed; null for one that an admin hands on. */
  readonly address: string | null;
  readonly mailId: string | null;
}

/** Makes the token of a mail's link. */
export async function mintToken(
  q: Queryable,
  { id: mailId, address }: Pick<WaitingMail, 'id' | 'address'>,
  link: Pick<LinkOf, 'purpose' | 'userId' | 'passwordHash'>,
  now: Date,
): Promise<string> {
  const { tokens } = await mintTokens(q, [{ ...link, mailId, address }], now);
  return tokens[0] ?? '';
}

/** Makes tokens of links of one purpose, of which only the hashes are stored. Returns them in the order of the links. */
export async function mintTokens(
  q: Queryable,
  links: readonly LinkOf[],
  now: Date,
): Promise<{ readonly tokens: readonly string[]; readonly expiresAt: Date }> {
  const tokens = links.map(() => newToken('mail'));
  const lifetime = links[0] === undefined ? 0 : LIFETIME_MS[links[0].purpose];
  const expiresAt = new Date(now.getTime() + lifetime);
  const rows = links.map(({ passwordHash, ...link }, index) => ({
    ...link,
    tokenHash: hashToken(tokens[index] ?? ''),
    passwordDigest: digestOf(passwordHash),
    createdAt: now,
    expiresAt,
  }));
  if (rows.length > 0) await q.insert(mailTokens).values(rows);
  return { tokens, expiresAt };
}

/** The unused token of a link that has not expired. Throws `LINK_NOT_VALID`. */
export async function findToken(
  q: Queryable,
  { purposes, token }: { readonly purposes: readonly LinkPurpose[]; readonly token: string },
  now: Date,
): Promise<LinkToken> {
  const [row] = await q
    .select()
    .from(mailTokens)
    .where(
      and(
        eq(mailTokens.tokenHash, hashToken(token)),
        inArray(mailTokens.purpose, [...purposes]),
        isNull(mailTokens.usedAt),
        gt(mailTokens.expiresAt, now),
      ),
    );
  if (!row) throw new AppError('LINK_NOT_VALID');
  return row;
}

/** Ends all links of a purpose that these accounts have. */
export async function endTokens(
  tx: Transaction,
  userIds: readonly string[],
  purpose: LinkPurpose,
  now: Date,
): Promise<void> {
  const isTheirs = inArray(mailTokens.userId, [...userIds]);
  await tx
    .update(mailTokens)
    .set({ usedAt: now })
    .where(and(isTheirs, eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt)));
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
