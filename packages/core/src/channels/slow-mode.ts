import { type Database, type Transaction, tables } from '@palaver/db';
import { and, eq, lt, sql } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';
import { SLOW_MODE_MAX_SECONDS } from './schemas.js';

const { slowModePosts } = tables;

/** Whose turn it is in a channel with slow mode. */
export interface Turn {
  readonly channelId: string;
  readonly userId: string;
  readonly slowModeSeconds: number;
}

/**
 * Takes the turn of a member who posts, in the transaction that posts and under the lock of the channel's stream, so of two
 * posts at once one waits. Throws `SLOW_MODE` with the seconds to wait, by the clock of the database.
 */
export async function takeTurn(tx: Transaction, turn: Turn): Promise<void> {
  const { channelId, userId, slowModeSeconds } = turn;
  const now = sql`clock_timestamp()`;
  const taken = await tx
    .insert(slowModePosts)
    .values({ channelId, userId, postedAt: now })
    .onConflictDoUpdate({
      target: [slowModePosts.channelId, slowModePosts.userId],
      set: { postedAt: now },
      setWhere: sql`${slowModePosts.postedAt} <= ${now} - make_interval(secs => ${slowModeSeconds})`,
    })
    .returning({ channelId: slowModePosts.channelId });
  if (taken.length > 0) return;
  const seconds = String(await secondsLeft(tx, turn));
  const message = `This channel has slow mode: wait ${seconds} s before you post again.`;
  throw new AppError('SLOW_MODE', { message, issues: [{ path: 'seconds', message: seconds }] });
}

/** How long an author is to wait whom `takeTurn` has refused; null for another error. */
export function secondsToWait({ errorCode, issues }: AppError): number | null {
  return errorCode === 'SLOW_MODE' ? Number(issues?.[0]?.message) : null;
}

async function secondsLeft(tx: Transaction, { channelId, userId, slowModeSeconds }: Turn): Promise<number> {
  const passed = sql<number>`extract(epoch from clock_timestamp() - ${slowModePosts.postedAt})`.mapWith(
    Number,
  );
  const [row] = await tx
    .select({ passed })
    .from(slowModePosts)
    .where(and(eq(slowModePosts.channelId, channelId), eq(slowModePosts.userId, userId)));
  return wholeSecondsLeft(slowModeSeconds, row?.passed ?? 0);
}

/** After this many whole seconds it is the author's turn; at least one, since the post before this one was refused. */
export function wholeSecondsLeft(slowModeSeconds: number, passedSeconds: number): number {
  return Math.max(1, Math.ceil(slowModeSeconds - passedSeconds));
}

/** Removes what no slow mode waits for any more. */
export async function purgeTurns(db: Database): Promise<void> {
  const oldest = sql`now() - make_interval(secs => ${SLOW_MODE_MAX_SECONDS})`;
  await db.delete(slowModePosts).where(lt(slowModePosts.postedAt, oldest));
}
