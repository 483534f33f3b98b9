import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, or, sql } from 'drizzle-orm';
import { newestFirst, within } from '../../kernel/sql/newest-first.js';
import type { ListReportsInput } from './schemas.js';

const { messageReports } = tables;

export type ReportRow = InferSelectModel<typeof messageReports>;

/** False where the reporter has an open report of the message. */
export async function insertReport(tx: Transaction, row: ReportRow): Promise<boolean> {
  const inserted = await tx
    .insert(messageReports)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: messageReports.id });
  return inserted.length > 0;
}

/** How many reports of a reporter in a server are open or were made since. */
export function countReports(
  q: Queryable,
  reporterId: string,
  serverId: string,
  since: Date,
): Promise<number> {
  return q.$count(
    messageReports,
    and(
      eq(messageReports.reporterId, reporterId),
      eq(messageReports.serverId, serverId),
      or(eq(messageReports.state, 'open'), gt(messageReports.createdAt, since)),
    ),
  );
}

/** Locks a report of a server. */
export async function lockReport(tx: Transaction, serverId: string, id: string): Promise<ReportRow | null> {
  const [row] = await tx
    .select()
    .from(messageReports)
    .where(and(eq(messageReports.id, id), eq(messageReports.serverId, serverId)))
    .for('no key update');
  return row ?? null;
}

export async function closeReport(
  tx: Transaction,
  id: string,
  closed: Pick<ReportRow, 'state' | 'closedBy' | 'closedAt'>,
): Promise<void> {
  await tx.update(messageReports).set(closed).where(eq(messageReports.id, id));
}

/** The reports of a server in a state, newest first. */
export function listReports(q: Queryable, input: ListReportsInput): Promise<ReportRow[]> {
  const { serverId, state, ...page } = input;
  const { id } = messageReports;
  const isListed = and(
    eq(messageReports.serverId, serverId),
    eq(messageReports.state, state),
    within(page, id),
  );
  return newestFirst(page, (order) =>
    q.select().from(messageReports).where(isListed).orderBy(order(id)).limit(page.limit),
  );
}

/** One person at a time counts their reports. */
export async function lockReporter(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reports/${userId}`}, 0))`);
}

/** Removes what somebody has told moderators. */
export async function deleteReportsOf(tx: Transaction, reporterId: string): Promise<void> {
  await tx.delete(messageReports).where(eq(messageReports.reporterId, reporterId));
}
