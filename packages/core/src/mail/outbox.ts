import { newId, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, lte, sql } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';

const { mailOutbox, mailTokens } = tables;

export type MailKind =
  | 'verify-email'
  | 'reset-password'
  | 'invitation'
  | 'security'
  | 'webhook-disabled'
  | 'secrets-exposed'
  | 'digest';
export type WaitingMail = InferSelectModel<typeof mailOutbox>;

/** A mail that is to be sent. */
export interface NewMail {
  readonly kind: MailKind;
  /** Null where only the sender looks whose address it is. */
  readonly userId: string | null;
  readonly address: string;
  /** What the mail tells of, where that may be gone when it is sent. It is no secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** More than this wait only while the server of the operator is away for long, or somebody floods the service. */
export const OUTBOX_MAX = 10_000;

/**
 * Puts a mail into the outbox, in the transaction of what it tells about. Returns its id. Throws `BUSY` when too many
 * wait.
 */
export async function enqueueMail(tx: Transaction, mail: NewMail, now: Date): Promise<string> {
  if (await hasMails(tx, OUTBOX_MAX)) throw new AppError('BUSY');
  const id = newId();
  await tx.insert(mailOutbox).values({ id, ...mail, createdAt: now, nextTryAt: now });
  return id;
}

/** Whether this many mails wait, or more. */
export async function hasMails(q: Queryable, count: number): Promise<boolean> {
  const [row] = await q.execute<{ has: boolean }>(
    sql`select count(*) >= ${count} as has from (select from ${mailOutbox} limit ${count}) waiting`,
  );
  return row?.has === true;
}

/**
 * Takes the next mail that is due, which nobody else takes before `until`: a node that dies while it sends leaves the
 * mail to another one by then.
 */
export async function takeMail(q: Queryable, now: Date, until: Date): Promise<WaitingMail | null> {
  const due = q
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(lte(mailOutbox.nextTryAt, now))
    .orderBy(mailOutbox.nextTryAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await q
    .update(mailOutbox)
    .set({ nextTryAt: until, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(eq(mailOutbox.id, sql`(${due})`))
    .returning();
  return mail ?? null;
}

export async function postponeMail(q: Queryable, id: string, nextTryAt: Date): Promise<void> {
  await q.update(mailOutbox).set({ nextTryAt }).where(eq(mailOutbox.id, id));
}

export async function removeMail(q: Queryable, id: string): Promise<void> {
  await q.delete(mailOutbox).where(eq(mailOutbox.id, id));
}

/** How many mails of a kind wait for an account. */
export function countWaiting(tx: Transaction, userId: string, kind: MailKind): Promise<number> {
  return tx.$count(mailOutbox, and(eq(mailOutbox.userId, userId), eq(mailOutbox.kind, kind)));
}

/**
 * How many mails of a kind with a link an address has had since an instant, those included that wait. The one with the id `except`
 * does not count.
 */
export async function countMails(
  q: Queryable,
  { address, kind, since, except }: { address: string; kind: MailKind; since: Date; except: string | null },
): Promise<number> {
  const sent = q
    .select({ id: mailTokens.mailId })
    .from(mailTokens)
    .where(
      and(
        sql`lower(${mailTokens.address}) = lower(${address})`,
        eq(mailTokens.purpose, kind),
        gt(mailTokens.createdAt, since),
      ),
    );
  const waiting = q
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(sql`lower(${mailOutbox.address}) = lower(${address})`, eq(mailOutbox.kind, kind)));
  const [row] = await q
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${sent} union ${waiting}) mail`)
    .where(except === null ? undefined : sql`mail.mail_id <> ${except}::uuid`);
  return row?.count ?? 0;
}
