import { prepared, tables } from '@palaver/db';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../kernel/services/actor.js';
import type { Services } from '../procedures/services.js';

const { users, sessions } = tables;

/**
 * The actor of a live session of a person; null without one, and where the account is deleted or deactivated. It is looked up each
 * time, and does not renew the session.
 */
export async function actorOfSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sessionId: string,
): Promise<Actor | null> {
  const [row] = await ofLiveSession(db).execute({ sessionId, now: clock.now().toISOString() });
  return row ? { userId: row.userId, isBot: false, sessionId } : null;
}

const ofLiveSession = prepared((q) =>
  q
    .select({ userId: users.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        sql`(${sessions.expiresAt} is null or ${sessions.expiresAt} > ${sql.placeholder('now')}::timestamptz)`,
        eq(users.bot, false),
        isNull(users.deletedAt),
        isNull(users.deactivatedAt),
      ),
    )
    .prepare('sessions_actor'),
);
