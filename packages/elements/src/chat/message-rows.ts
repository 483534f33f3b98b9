import type { AnyChannel, ChannelMember, Message } from '@palaver/client';
import type { OutgoingMessage } from '@palaver/client/store';

/** What a list of messages shows, from top to bottom. */
export type Row =
  | { readonly kind: 'beginning'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly date: Date }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'joined'; readonly key: string; readonly members: readonly ChannelMember[] }
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
  /** Whether nothing is newer than the last message. */
  readonly isNewest: boolean;
  /** Who joined and is told of, in the order of joining (`joinsOf`). */
  readonly joins: readonly ChannelMember[];
}

/** Puts messages in rows: a line for each day, one above what is new, who joined in between, and groups of one author. */
export function rowsOf({ messages, outgoing, userId, firstNewId, isWhole, isNewest, joins }: Shown): Row[] {
  const rows: Row[] = isWhole ? [{ kind: 'beginning', key: 'beginning' }] : [];
  let last: { readonly author: string | null; readonly at: number } | null = null;
  let day: Date | null = null;
  /** Where the page begins, what is older is not shown either. */
  let told = isWhole ? 0 : joins.findIndex(({ joinedAt }) => joinedAt >= (messages[0]?.createdAt ?? ''));
  /** Puts the line of a new day. Returns whether it is one. */
  function beginDay(date: Date): boolean {
    if (day !== null && !isLaterDay(date, day)) return false;
    rows.push({ kind: 'day', key: `day ${date.toDateString()}`, date });
    day = date;
    return true;
  }
  /** Puts lines for who joined up to a time, one for those who came one after the other on one day. */
  function tellJoins(until: string): void {
    for (let join = joins[told]; join !== undefined && join.joinedAt <= until; join = joins[++told]) {
      const isNewDay = beginDay(new Date(join.joinedAt));
      const before = rows.at(-1);
      if (!isNewDay && before?.kind === 'joined')
        rows[rows.length - 1] = { ...before, members: [...before.members, join] };
      else rows.push({ kind: 'joined', key: `joined ${join.id}`, members: [join] });
      last = null;
    }
  }
  /** Puts the lines that stand above what somebody has written. Returns whether it begins a group. */
  function begin(author: string | null, createdAt: string, isNew: boolean): boolean {
    const date = new Date(createdAt);
    const isNewDay = beginDay(date);
    if (isNew) rows.push({ kind: 'new', key: 'new' });
    const at = date.getTime();
    const isSame = last !== null && last.author === author && at - last.at <= TOGETHER_MS;
    last = { author, at };
    return isNewDay || isNew || !isSame;
  }
  for (const message of messages) {
    tellJoins(message.createdAt);
    const isFirst = begin(authorOf(message), message.createdAt, message.id === firstNewId);
    rows.push({ kind: 'message', key: message.id, message, isFirst });
  }
  if (isNewest) tellJoins(END_OF_TIME);
  for (const each of outgoing) {
    const isFirst = begin(userId, each.createdAt, false);
    rows.push({ kind: 'outgoing', key: each.nonce, outgoing: each, isFirst });
  }
  return rows;
}

/** After every instant that the service sends. */
const END_OF_TIME = '9999';

/** Those members of a channel whose joining is told of, in its order: not who made it. The people of a direct message never change. */
export function joinsOf(
  { createdBy, isDm }: Pick<AnyChannel, 'createdBy' | 'isDm'>,
  members: readonly ChannelMember[],
): readonly ChannelMember[] {
  if (isDm) return [];
  return members
    .filter(({ id }) => id !== createdBy)
    .sort((a, b) => (a.joinedAt < b.joinedAt ? -1 : Number(a.joinedAt > b.joinedAt)));
}

/** No day has a second line, also where the clock of this device is behind. */
function isLaterDay(date: Date, day: Date): boolean {
  return date > day && date.toDateString() !== day.toDateString();
}

/** A webhook posts under several names. */
function authorOf({ userId, webhook }: Pick<Message, 'userId' | 'webhook'>): string {
  return webhook === null ? userId : `${userId} ${webhook.username}`;
}
