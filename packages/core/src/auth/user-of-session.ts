import { prepared, type Queryable, tables } from '@palaver/db';
import { and, eq, isNull, sql } from 'drizzle-orm';

const { users, sessions } = tables;

/** The user of a live session, who is neither deleted nor deactivated; null without one. */
export async function findUserOfSession(
  q: Queryable,
  sessionId: string,
  now: Date,
): Promise<{ readonly userId: string; readonly isBot: boolean } | null> {
  const [row] = await ofLiveSession(q).execute({ sessionId, now: now.toISOString() });
  return row ?? null;
}

const ofLiveSession = prepared((q) =>
  q
    .select({ userId: users.id, isBot: users.bot })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        sql`(${sessions.expiresAt} is null or ${sessions.expiresAt} > ${sql.placeholder('now')}::timestamptz)`,
        isNull(users.deletedAt),
        isNull(users.deactivatedAt),
      ),
    )
    .prepare('sessions_user'),
);
