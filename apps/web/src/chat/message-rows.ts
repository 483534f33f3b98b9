import type { Message } from '@palaver/client';
import type { OutgoingMessage } from '@palaver/client/store';

/** What a list of messages shows, from top to bottom. */
export type Row =
  | { readonly kind: 'beginning'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly date: Date }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message; readonly isFirst: boolean }
  | {
      readonly kind: 'outgoing';
      readonly key: string;
      readonly outgoing: OutgoingMessage;
      readonly isFirst: boolean;
    };

/** Messages of one author within this time stand together under one name. */
const TOGETHER_MS = 5 * 60_000;

interface Shown {
  readonly messages: readonly Message[];
  readonly outgoing: readonly OutgoingMessage[];
  readonly userId: string | null;
  /** The message that the line "New messages" stands above; null for no line. */
  readonly firstNewId: string | null;
  /** Whether nothing is older than the first message. */
  readonly isWhole: boolean;
}

/** Puts messages in rows: a line for each day, one above what is new, and groups of one author. */
export function rowsOf({ messages, outgoing, userId, firstNewId, isWhole }: Shown): Row[] {
  const rows: Row[] = isWhole ? [{ kind: 'beginning', key: 'beginning' }] : [];
  let last: { readonly userId: string | null; readonly at: number } | null = null;
  const begins = (author: string | null, at: number, isAfterLine: boolean) =>
    isAfterLine || last === null || last.userId !== author || at - last.at > TOGETHER_MS;
  for (const message of messages) {
    const date = new Date(message.createdAt);
    const isNewDay = last === null || !isSameDay(new Date(last.at), date);
    if (isNewDay) rows.push({ kind: 'day', key: `day ${date.toDateString()}`, date });
    const isNew = message.id === firstNewId;
    if (isNew) rows.push({ kind: 'new', key: 'new' });
    const author = authorOf(message);
    const isFirst = begins(author, date.getTime(), isNewDay || isNew);
    rows.push({ kind: 'message', key: message.id, message, isFirst });
    last = { userId: author, at: date.getTime() };
  }
  for (const each of outgoing) {
    const at = Date.parse(each.createdAt);
    rows.push({ kind: 'outgoing', key: each.nonce, outgoing: each, isFirst: begins(userId, at, false) });
    last = { userId, at };
  }
  return rows;
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}

/** A webhook posts under several names. */
function authorOf({ userId, webhook }: Pick<Message, 'userId' | 'webhook'>): string {
  return webhook === null ? userId : `${userId} ${webhook.username}`;
}
