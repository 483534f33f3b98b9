import { statement, type Transaction, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import type { WorkSource } from '../kernel/concurrency/background-work.js';
import { transact, type WriteContext } from '../log/transact.js';
import type { Using } from '../procedures/context.js';
import { publishLatestProfile } from './profile.js';
import { meColumns } from './record.js';

const { users } = tables;

const lockNext = statement<{ id: string }>(`
  select id from users where status_expires_at <= now() order by status_expires_at limit 1
  for no key update skip locked`);

/**
 * Clears the statuses that have ended, by the clock of the database, one in a transaction, and publishes it. Reads leave
 * them out from the instant on; the row is changed once, so that each end is published once, whichever node does it.
 */
export function statusExpiry(ctx: WriteContext & Using<'upward' | 'background'>): WorkSource {
  return async () => {
    const isCleared = await transact(ctx, async (tx, emit) => {
      const [due] = await lockNext(tx, []);
      if (!due) return false;
      const me = await clearStatus(tx, due.id);
      if (me.deletedAt === null) await publishLatestProfile(ctx.services, tx, emit, me);
      return true;
    });
    if (isCleared) ctx.services.background.wake();
    return isCleared;
  };
}

async function clearStatus(tx: Transaction, userId: string) {
  const [me] = await tx
    .update(users)
    .set({ status: '', statusEmoji: null, statusExpiresAt: null })
    .where(eq(users.id, userId))
    .returning(meColumns);
  if (!me) throw new Error(`user ${userId} vanished inside its transaction`);
  return me;
}
