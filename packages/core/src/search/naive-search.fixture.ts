import { parse, plainText } from '@palaver/markup';
import type { Message } from '../protocol/records/message.js';
import type { TestUser } from '../testing/world.js';

interface NaiveQuery {
  readonly words: readonly string[];
  readonly without: string | null;
  readonly authorId: string | null;
}

/** Reads everything that somebody can read in a server by the calls of history and threads, and compares each text. */
export async function naiveSearch(
  { call }: TestUser,
  serverId: string,
  query: NaiveQuery,
): Promise<Message[]> {
  const found: Message[] = [];
  for (const { id: channelId } of await call.channels.list({ serverId })) {
    const history = await call.messages.list({ channelId, limit: 100 });
    found.push(...history);
    for (const { id: messageId, replyCount } of history)
      if (replyCount > 0) found.push(...(await call.messages.thread({ messageId, limit: 100 })));
  }
  return found.filter((message) => isFound(message, query)).sort((a, b) => (a.id < b.id ? 1 : -1));
}

function isFound({ content, userId }: Message, { words, without, authorId }: NaiveQuery): boolean {
  if (authorId !== null && userId !== authorId) return false;
  const texts = [plain(content), plain(plainText(parse(content)).text)];
  const isIn = (word: string) => texts.some((text) => has(text, plain(word)));
  return words.every(isIn) && !(without !== null && isIn(without));
}

function has(text: string, word: string): boolean {
  return word.length > 2 || /[会议]/.test(word)
    ? text.includes(word)
    : text.split(/[^\p{L}\p{N}_]+/u).includes(word);
}

const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
