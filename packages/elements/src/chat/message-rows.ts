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
  let last: { readonly author: string | null; readonly at: number } | null = null;
  let day: Date | null = null;
  /** Puts the lines that stand above what somebody has written. Returns whether it begins a group. */
  function begin(author: string | null, createdAt: string, isNew: boolean): boolean {
    const date = new Date(createdAt);
    const isNewDay = day === null || isLaterDay(date, day);
    if (isNewDay) rows.push({ kind: 'day', key: `day ${date.toDateString()}`, date });
    if (isNew) rows.push({ kind: 'new', key: 'new' });
    const at = date.getTime();
    const isSame = last !== null && last.author === author && at - last.at <= TOGETHER_MS;
    if (isNewDay) day = date;
    last = { author, at };
    return isNewDay || isNew || !isSame;
  }
  for (const message of messages) {
    const isFirst = begin(authorOf(message), message.createdAt, message.id === firstNewId);
    rows.push({ kind: 'message', key: message.id, message, isFirst });
  }
  for (const each of outgoing) {
    const isFirst = begin(userId, each.createdAt, false);
    rows.push({ kind: 'outgoing', key: each.nonce, outgoing: each, isFirst });
  }
  return rows;
}

/** No day has a second line, also where the clock of this device is behind. */
function isLaterDay(date: Date, day: Date): boolean {
  return date > day && date.toDateString() !== day.toDateString();
}

/** A webhook posts under several names. */
function authorOf({ userId, webhook }: Pick<Message, 'userId' | 'webhook'>): string {
  return webhook === null ? userId : `${userId} ${webhook.username}`;
}
