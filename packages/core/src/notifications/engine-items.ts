import { newId } from '@palaver/db';
import { type DecidedKind, decideNotification } from './decide-notification.js';
import type { InboxEvents, PostedEvent } from './engine-events.js';
import type { Audience, MentionRow, Person } from './engine-people.js';
import type { KeywordHits } from './keyword-hits.js';
import { effectivePreference } from './preference-facts.js';

/** An item about one message. */
export interface MessageItem {
  readonly id: string;
  readonly userId: string;
  readonly kind: Exclude<DecidedKind, 'channel'>;
  readonly serverId: string | null;
  readonly channelId: string;
  readonly messageId: string;
  readonly threadId: string | null;
  readonly authorId: string;
  /** The position of the message: whoever reads up to there reads the item. */
  readonly seq: number;
  /** The position of the event that notifies: an edit's is after the message's. */
  readonly eventSeq: number;
  readonly at: number;
  readonly silent: boolean;
  /** Whether the person has posted since. */
  readonly isRead: boolean;
}

/** Messages of a channel to be counted, by the item that counts already or by a new one. */
export interface CountedItem {
  readonly id: string;
  readonly userId: string;
  readonly serverId: string | null;
  readonly channelId: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly count: number;
  readonly at: number;
  readonly silent: boolean;
}

export interface MadeItems {
  readonly messages: MessageItem[];
  readonly counted: CountedItem[];
}

/** Makes the items of some people about events of a channel. `online` are connected to this node. */
export function makeItems(
  channelId: string,
  events: InboxEvents,
  audience: Audience,
  { online, keywords }: Pick<Facts, 'keywords'> & { readonly online: ReadonlySet<string> },
): MadeItems {
  const made: MadeItems = { messages: [], counted: [] };
  const mentions = mentionsByEvent(audience.mentions);
  for (const person of audience.people) {
    const isOnline = person.isOnline || online.has(person.id);
    addItemsOf(person, { channelId, events, audience, mentions, keywords, made, isOnline });
  }
  return made;
}

interface Facts {
  readonly channelId: string;
  readonly events: InboxEvents;
  readonly audience: Audience;
  /** By the position of the event, then by target: a group of people is a row for each of them. */
  readonly mentions: ReadonlyMap<number, ReadonlyMap<string, MentionRow>>;
  readonly keywords: KeywordHits;
  readonly made: MadeItems;
  /** Whether the person is connected to any node. */
  readonly isOnline: boolean;
}

function addItemsOf(
  person: Person,
  { channelId, events, audience, mentions, keywords, made, isOnline }: Facts,
): void {
  const { serverId, isDm, defaultLevel } = audience.channel;
  const { channel, server, account, timezone, dndUntil } = person;
  const preference = effectivePreference({
    channel,
    server,
    account,
    timezone,
    dndUntil,
    isDm,
    defaultLevel,
  });
  const place = { userId: person.id, serverId, channelId };
  let counted: CountedItem | null = null;
  let items: MessageItem[] = [];
  const decide = (event: PostedEvent): void => {
    const { isEdit } = event;
    if (event.authorId === person.id) {
      if (isEdit) return;
      // Whoever posts has read what came before.
      if (event.threadId === null) counted = null;
      const isReadBy = ({ threadId }: MessageItem) =>
        threadId === event.threadId || threadId === event.repliesIn;
      items = items.map((item) => (isReadBy(item) ? { ...item, isRead: true } : item));
      return;
    }
    // Whoever has left since and is back does not find what was there before (`IS_READABLE`).
    if (event.isDeleted || event.at < person.readerSince) return;
    if (person.blocks.includes(event.authorId)) return;
    const rows = mentions.get(event.seq);
    const named = rows?.get(person.id);
    const isNamed = named !== undefined;
    // Whoever joins later is not told of what was said before.
    if (!isNamed && (person.joinedAt === null || event.at < person.joinedAt)) return;
    const toAll = rows?.get(channelId);
    const isMentioned = isNamed || (toAll !== undefined && (!toAll.here || isOnline));
    if (isEdit && (isDm || !isMentioned)) return;
    const { threadId, repliesIn, messageId, authorId, at } = event;
    const isReply = threadId !== null;
    const { kind, silence } = decideNotification(
      {
        isDm,
        isReply,
        isMentioned,
        hasKeyword: !isEdit && keywords.get(messageId)?.has(person.id) === true,
        followsThread: repliesIn !== null && person.follows.includes(repliesIn),
        at,
      },
      preference,
    );
    const silent = silence !== null;
    if (kind === 'channel') counted = countOne(counted, event, { ...place, silent });
    else if (kind !== null) {
      const seq = (named ?? toAll)?.seq ?? event.seq;
      items.push({
        id: newId(),
        ...place,
        kind,
        messageId,
        threadId,
        authorId,
        seq,
        eventSeq: event.seq,
        at,
        silent,
        isRead: false,
      });
    }
  };
  for (const event of events.posted) decide(event);
  made.messages.push(...items);
  if (counted) made.counted.push(counted);
}

type Place = Pick<CountedItem, 'userId' | 'serverId' | 'channelId' | 'silent'>;

function countOne(earlier: CountedItem | null, { seq, at }: PostedEvent, place: Place): CountedItem {
  if (!earlier) return { id: newId(), ...place, firstSeq: seq, lastSeq: seq, count: 1, at };
  // One of them may disturb, so the item may.
  return { ...earlier, lastSeq: seq, count: earlier.count + 1, at, silent: earlier.silent && place.silent };
}

function mentionsByEvent(rows: readonly MentionRow[]): Map<number, Map<string, MentionRow>> {
  const byEvent = new Map<number, Map<string, MentionRow>>();
  for (const row of rows) {
    const same = byEvent.get(row.addedSeq);
    if (same) same.set(row.targetId, row);
    else byEvent.set(row.addedSeq, new Map([[row.targetId, row]]));
  }
  return byEvent;
}
