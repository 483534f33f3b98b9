import { type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { asc, eq } from 'drizzle-orm';
import { indexOfKeyword } from './keywords.js';

const { notificationKeywords } = tables;

/** The keywords of a person, as they wrote them. */
export async function findKeywords(q: Queryable, userId: string): Promise<string[]> {
  const rows = await q
    .select({ keyword: notificationKeywords.keyword })
    .from(notificationKeywords)
    .where(eq(notificationKeywords.userId, userId))
    .orderBy(asc(notificationKeywords.position));
  return rows.map(({ keyword }) => keyword);
}

/** Replaces the keywords of a person. Call it under the lock of their preference. */
export async function replaceKeywords(
  tx: Transaction,
  userId: string,
  keywords: readonly string[],
): Promise<void> {
  await tx.delete(notificationKeywords).where(eq(notificationKeywords.userId, userId));
  const rows = keywords.map((keyword, position) => ({
    userId,
    position,
    keyword,
    ...indexOfKeyword(keyword),
  }));
  if (rows.length > 0) await tx.insert(notificationKeywords).values(rows);
}

/** Somebody in a channel, and the words of a keyword of theirs. */
export interface KeywordInChannel {
  readonly channelId: string;
  readonly userId: string;
  readonly words: string;
}

const findSaid = statement<KeywordInChannel>(`
  select said.channel_id as "channelId", keyword.user_id as "userId", keyword.words
  from jsonb_to_recordset($1::text::jsonb) said (channel_id uuid, word text)
  join notification_keywords keyword on keyword.longest = said.word
  join channel_members member on member.channel_id = said.channel_id and member.user_id = keyword.user_id`);

/** The keywords of members of channels whose longest word was said there. */
export function findSaidKeywords(
  tx: Transaction,
  said: ReadonlyArray<{ readonly channel_id: string; readonly word: string }>,
): Promise<readonly KeywordInChannel[]> {
  return findSaid(tx, [JSON.stringify(said)]);
}

/** Whether anybody has a keyword, as SQL: without one, no text is read. */
export const HAS_KEYWORDS = 'exists (select from notification_keywords)';
