import { type Database, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { setAccounts } from '../users/account-rows.js';

const { incomingWebhooks } = tables;

/** Removes the webhooks of a channel that is being removed for good, and ends their accounts. */
export async function purgeWebhooks(db: Database, channelId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(incomingWebhooks)
      .where(eq(incomingWebhooks.channelId, channelId))
      .returning({ userId: incomingWebhooks.userId });
    await setAccounts(
      tx,
      removed.map(({ userId }) => userId),
      { deletedAt: sql`now()` },
    );
  });
}
