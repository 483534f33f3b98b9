import { type Database, tables } from '@palaver/db';
import { eq, inArray, sql } from 'drizzle-orm';

const { incomingWebhooks, users } = tables;

/** Removes the webhooks of a channel that is being removed for good, and ends their accounts. */
export async function purgeWebhooks(db: Database, channelId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(incomingWebhooks)
      .where(eq(incomingWebhooks.channelId, channelId))
      .returning({ userId: incomingWebhooks.userId });
    const ids = removed.map(({ userId }) => userId);
    if (ids.length > 0) await tx.update(users).set({ deletedAt: sql`now()` }).where(inArray(users.id, ids));
  });
}
