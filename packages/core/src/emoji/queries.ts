import { prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { listAtHead } from '../log/snapshot.js';
import type { EmojiRow } from './record.js';

const { channels, serverEmoji, streamHeads } = tables;

const list = prepared((q) =>
  q
    .select({ seq: streamHeads.lastSeq, item: getTableColumns(serverEmoji) })
    .from(streamHeads)
    .leftJoin(serverEmoji, eq(serverEmoji.serverId, streamHeads.id))
    .where(eq(streamHeads.id, sql.placeholder('server')))
    .orderBy(desc(serverEmoji.id))
    .prepare('emoji_list'),
);

/** All emoji of a server, newest first, and the position of the server's stream. */
export async function listEmoji(q: Queryable, serverId: string) {
  return listAtHead<EmojiRow>(await list(q).execute({ server: serverId }));
}

/** An emoji by its server and its id. */
export function findEmoji(q: Queryable, serverId: string, emojiId: string): Promise<EmojiRow | null> {
  return findOne(q, and(eq(serverEmoji.id, emojiId), eq(serverEmoji.serverId, serverId)));
}

/** An emoji by its server and its name. */
export function findNamed(q: Queryable, serverId: string, name: string): Promise<EmojiRow | null> {
  return findOne(q, and(eq(serverEmoji.name, name), eq(serverEmoji.serverId, serverId)));
}

async function findOne(q: Queryable, condition: SQL | undefined): Promise<EmojiRow | null> {
  const [row] = await q.select().from(serverEmoji).where(condition);
  return row ?? null;
}

/** An emoji of the server that a channel is in, which keeps its name and is not removed until the transaction ends. */
export async function lockEmojiOfChannel(
  tx: Transaction,
  channelId: string,
  by: { readonly id: string } | { readonly name: string },
): Promise<Pick<EmojiRow, 'id' | 'name'> | null> {
  const [row] = await tx
    .select({ id: serverEmoji.id, name: serverEmoji.name })
    .from(serverEmoji)
    .innerJoin(channels, eq(channels.serverId, serverEmoji.serverId))
    .where(
      and(eq(channels.id, channelId), 'id' in by ? eq(serverEmoji.id, by.id) : eq(serverEmoji.name, by.name)),
    )
    .for('key share', { of: serverEmoji });
  return row ?? null;
}

export function countEmoji(q: Queryable, serverId: string): Promise<number> {
  return q.$count(serverEmoji, eq(serverEmoji.serverId, serverId));
}

export async function insertEmoji(tx: Transaction, row: EmojiRow): Promise<void> {
  await tx.insert(serverEmoji).values(row);
}

export async function renameEmoji(tx: Transaction, emojiId: string, name: string): Promise<void> {
  await tx.update(serverEmoji).set({ name }).where(eq(serverEmoji.id, emojiId));
}

export async function deleteEmoji(tx: Transaction, emojiId: string): Promise<void> {
  await tx.delete(serverEmoji).where(eq(serverEmoji.id, emojiId));
}
