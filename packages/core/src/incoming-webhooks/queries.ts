import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import { insertUser, setAccounts } from '../users/account-rows.js';
import type { WebhookRow } from './record.js';

const { channels, incomingWebhooks, messages, users, webhookAccounts } = tables;

/** The webhooks of a channel, newest first. */
export function listWebhooks(q: Queryable, channelId: string): Promise<WebhookRow[]> {
  return q
    .select()
    .from(incomingWebhooks)
    .where(eq(incomingWebhooks.channelId, channelId))
    .orderBy(desc(incomingWebhooks.id));
}

export function countWebhooks(q: Queryable, channelId: string): Promise<number> {
  return q.$count(incomingWebhooks, eq(incomingWebhooks.channelId, channelId));
}

export async function findWebhook(q: Queryable, webhookId: string): Promise<WebhookRow | null> {
  const [row] = await q.select().from(incomingWebhooks).where(eq(incomingWebhooks.id, webhookId));
  return row ?? null;
}

/** A webhook that may post, with what its channel says. */
export type UsableWebhook = WebhookRow & {
  readonly serverId: string | null;
  readonly slowModeSeconds: number;
  readonly isArchived: boolean;
};

/** A webhook whose account is active and whose channel is not deleted. */
export async function findUsable(q: Queryable, webhookId: string): Promise<UsableWebhook | null> {
  const [row] = await q
    .select({
      ...getTableColumns(incomingWebhooks),
      serverId: channels.serverId,
      slowModeSeconds: channels.slowModeSeconds,
      isArchived: channels.archived,
    })
    .from(incomingWebhooks)
    .innerJoin(channels, eq(channels.id, incomingWebhooks.channelId))
    .innerJoin(users, eq(users.id, incomingWebhooks.userId))
    .where(
      and(
        eq(incomingWebhooks.id, webhookId),
        isNull(channels.deletedAt),
        isNull(users.deletedAt),
        isNull(users.deactivatedAt),
      ),
    )
    .prepare('incoming_webhooks_find_usable')
    .execute();
  return row ?? null;
}

/** Whether a webhook has posted a message to its channel that is not deleted. */
export async function hasPosted(
  q: Queryable,
  { userId, channelId }: Pick<WebhookRow, 'userId' | 'channelId'>,
  messageId: string,
): Promise<boolean> {
  const isOwn = and(eq(messages.userId, userId), eq(messages.channelId, channelId));
  return (await q.$count(messages, and(eq(messages.id, messageId), isOwn, isNull(messages.deletedAt)))) > 0;
}

/** Inserts a webhook of a server with its account, which owns itself. */
export async function insertWebhook(
  tx: Transaction,
  serverId: string,
  row: WebhookRow,
  account: { readonly username: string; readonly displayName: string },
): Promise<void> {
  const { userId: id, createdAt } = row;
  await insertUser(tx, { id, ...account, createdAt, bot: true, botOwnerId: id, dmsFrom: 'nobody' });
  await tx.insert(webhookAccounts).values({ userId: id, serverId });
  await tx.insert(incomingWebhooks).values(row);
}

export async function updateWebhook(
  tx: Transaction,
  webhookId: string,
  changes: Partial<Omit<WebhookRow, 'id' | 'channelId' | 'userId' | 'createdBy' | 'createdAt'>>,
): Promise<WebhookRow> {
  const [row] = await tx
    .update(incomingWebhooks)
    .set(changes)
    .where(eq(incomingWebhooks.id, webhookId))
    .returning();
  if (!row) throw new Error('a webhook stays under the locks of its channel');
  return row;
}

/** Removes a webhook and ends its account, which stays as the author of what it has posted. */
export async function removeWebhook(
  tx: Transaction,
  { id, userId }: Pick<WebhookRow, 'id' | 'userId'>,
  deletedAt: Date,
): Promise<void> {
  await tx.delete(incomingWebhooks).where(eq(incomingWebhooks.id, id));
  await setAccounts(tx, [userId], { deletedAt });
}
