import { type Queryable, type Transaction, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import type { EndpointRow } from './record.js';

const { botEndpoints, interactions } = tables;

export async function findEndpoint(q: Queryable, botId: string): Promise<EndpointRow | null> {
  const [row] = await q.select().from(botEndpoints).where(eq(botEndpoints.botId, botId));
  return row ?? null;
}

/** Whether a bot is called with what it is asked. */
export async function hasEndpoint(tx: Transaction, botId: string): Promise<boolean> {
  const [row] = await tx
    .select({ botId: botEndpoints.botId })
    .from(botEndpoints)
    .where(eq(botEndpoints.botId, sql.placeholder('bot')))
    .prepare('bot_endpoints_has')
    .execute({ bot: botId });
  return row !== undefined;
}

/** The endpoint as it is, locked against other changes until the transaction ends; null without one. */
export async function lockEndpoint(tx: Transaction, botId: string): Promise<EndpointRow | null> {
  const [row] = await tx
    .select()
    .from(botEndpoints)
    .where(eq(botEndpoints.botId, botId))
    .for('no key update');
  return row ?? null;
}

export async function insertEndpoint(tx: Transaction, row: EndpointRow): Promise<void> {
  await tx.insert(botEndpoints).values(row);
}

export async function updateEndpoint(
  tx: Transaction,
  botId: string,
  changes: Partial<Omit<EndpointRow, 'botId'>>,
): Promise<void> {
  await tx.update(botEndpoints).set(changes).where(eq(botEndpoints.botId, botId));
}

/** Removes the endpoint of a bot, and with it what it was to be called with. */
export async function deleteEndpoint(tx: Transaction, botId: string): Promise<void> {
  await tx.delete(botEndpoints).where(eq(botEndpoints.botId, botId));
  await tx
    .update(interactions)
    .set({ sendAt: null, lease: null })
    .where(sql`${interactions.botId} = ${botId} and ${interactions.sendAt} is not null`);
}
