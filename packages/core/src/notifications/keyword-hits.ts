import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import type { StreamBatch } from '../log/consumers/consumer.js';
import type { InboxEvents } from './engine-events.js';
import { findSaidKeywords, HAS_KEYWORDS } from './keyword-queries.js';
import { type Words, wordsOf } from './keywords.js';

/** Of messages, by id: the people in their channel who have a keyword that is said there. */
export type KeywordHits = ReadonlyMap<string, ReadonlySet<string>>;

interface Text {
  /** Of the message. */
  readonly id: string;
  readonly words: Words;
}

const findTexts = statement<{ id: string; channelId: string; content: string }>(`
  select id, channel_id as "channelId", content from messages
  where id = any($1::text::uuid[]) and deleted_at is null and ${HAS_KEYWORDS}`);

/**
 * Finds whose keywords the new messages of some channels have. The text is compared as it was typed, so marks of emphasis
 * stand between words. An edit says nothing new: its person would be told of a message for a word that was corrected.
 */
export async function findKeywordHits(
  tx: Transaction,
  read: ReadonlyArray<{ readonly batch: StreamBatch; readonly events: InboxEvents | null }>,
): Promise<KeywordHits> {
  const hits = new Map<string, Set<string>>();
  const ids = read.flatMap(({ events }) => newMessagesOf(events));
  if (ids.length === 0) return hits;
  const said = new Map<string, Text[]>();
  for (const { id, channelId, content } of await findTexts(tx, [plainArrayLiteral(ids)]))
    said.set(channelId, [...(said.get(channelId) ?? []), { id, words: wordsOf(content) }]);
  if (said.size === 0) return hits;
  for (const { channelId, userId, words } of await findSaidKeywords(tx, wordsSaid(said))) {
    for (const text of said.get(channelId) ?? []) {
      if (!text.words.joined.includes(words)) continue;
      hits.set(text.id, (hits.get(text.id) ?? new Set()).add(userId));
    }
  }
  return hits;
}

/** The people whose keywords are in these events. */
export function saidIn(hits: KeywordHits, events: InboxEvents): ReadonlySet<string> {
  return new Set(newMessagesOf(events).flatMap((id) => [...(hits.get(id) ?? [])]));
}

function newMessagesOf(events: InboxEvents | null): string[] {
  return (events?.posted ?? [])
    .filter(({ isEdit, isDeleted }) => !isEdit && !isDeleted)
    .map(({ messageId }) => messageId);
}

/** Each word of each channel once. */
function wordsSaid(said: ReadonlyMap<string, readonly Text[]>) {
  return [...said].flatMap(([channel_id, texts]) => {
    const words = new Set(texts.flatMap((text) => text.words.list));
    return [...words].map((word) => ({ channel_id, word }));
  });
}
