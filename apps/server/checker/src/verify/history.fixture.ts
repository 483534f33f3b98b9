import { type Event, NO_EXTRA, NO_MENTIONS } from '@palaver/core';
import { effects } from '../history/effect.js';
import type { LoggedEvent, Message } from '../history/final-state.js';
import type { History } from '../history/history.js';
import type { Operation, Outcome } from '../history/operation.js';
import type { Entry, SubscriberHistory } from '../history/subscriber-history.js';

const at = '2026-11-20T10:00:00.000Z';
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const SERVER = id(1);
export const CHANNEL = id(2);
export const ALICE = id(3);
export const BOB = id(4);
const [FIRST, SECOND] = [id(11), id(12)];

const user = (userId: string) => ({
  id: userId,
  username: `user-${userId.at(-1)}`,
  displayName: 'Someone',
  status: '',
  statusEmoji: null,
  statusExpiresAt: null,
  dndUntil: null,
  bot: false,
  createdAt: at,
  avatarPath: null,
  metadata: null,
  deleted: false,
});

export function message(
  messageId: string,
  content: string,
  attachments: Message['attachments'] = [],
): Message {
  const place = { threadId: null, alsoInChannel: false };
  const rest = { edited: false, createdAt: at, updatedAt: at, ...place, replyCount: 0, lastReplies: [] };
  const by = { userId: ALICE, user: user(ALICE) };
  return {
    id: messageId,
    channelId: CHANNEL,
    content,
    ...rest,
    ...by,
    reactions: [],
    attachments,
    mentions: NO_MENTIONS,
    pinnedAt: null,
    pinnedBy: null,
    ...NO_EXTRA,
  };
}

export const created = (messageId: string, content: string, attachments: Message['attachments'] = []) => ({
  type: 'message.created',
  data: message(messageId, content, attachments),
});
export const joined = (userId: string) => ({
  type: 'member.joined',
  data: { serverId: SERVER, channelId: CHANNEL, user: user(userId), role: null, streamId: CHANNEL },
});
export const left = (userId: string) => ({
  type: 'member.left',
  data: { serverId: SERVER, channelId: CHANNEL, userId, streamId: CHANNEL },
});

/** The log of the channel: the events get the positions 1, 2, 3 … */
export function logOf(...events: ReadonlyArray<{ type: string; data: object }>): LoggedEvent[] {
  return events.map(({ type, data }, index) => {
    const text = JSON.stringify({ type, data: { ...data, seq: index + 1 } });
    // Only the fields that the verification reads, so this is not a complete `Event`.
    const event: Event = JSON.parse(text);
    return { streamId: CHANNEL, seq: index + 1, text, event, stored: text };
  });
}

export const ok = (body = '{}'): Outcome => ({ kind: 'ok', status: 201, body });
export const fail: Outcome = { kind: 'fail', status: 404, code: 'CHANNEL_NOT_FOUND' };
export const info: Outcome = { kind: 'info', reason: 'ECONNRESET' };

/** An upload by Alice, with one attempt for each outcome. */
export function upload(filename: string, ...outcomes: readonly Outcome[]): Operation {
  return { ...post('', filename, ...outcomes), kind: 'upload', effect: effects.uploaded(filename) };
}

/** An attachment of a message. */
export function attachment(attachmentId: string, messageId: string, filename: string) {
  const type = { mimeType: 'application/octet-stream', sizeBytes: 1, width: null, height: null };
  const storedPath = `/api/attachments/${attachmentId}`;
  return { id: attachmentId, messageId, filename, storedPath, ...type, createdAt: at };
}

/** A post by Alice, with one attempt for each outcome. */
export function post(content: string, key: string | null, ...outcomes: readonly Outcome[]): Operation {
  const attempts = outcomes.map((outcome, n) => ({ invokedAt: 100 * n, completedAt: 100 * n + 50, outcome }));
  return { kind: 'post', userId: ALICE, effect: effects.created(content), key, attempts };
}

/** The entries of a subscriber that received these events on its first connection. */
export function received(log: readonly LoggedEvent[]): Entry[] {
  return log.map(({ streamId, seq, text }) => ({
    kind: 'event',
    connection: 1,
    at: seq,
    position: { streamId, seq },
    text,
  }));
}

export const subscribed = (seq: number, connection = 1): Entry => ({
  kind: 'subscribed',
  connection,
  at: 0,
  channels: [{ id: CHANNEL, seq }],
  denied: [],
});

export const bob = (entries: readonly Entry[]): SubscriberHistory => ({
  name: 'bob',
  userId: BOB,
  streamIds: [CHANNEL],
  entries,
});

export const LOG = logOf(joined(ALICE), joined(BOB), created(FIRST, 'one'), created(SECOND, 'two'));

/** A history without violations: two messages, acknowledged and delivered, in a private channel of two members. */
export function validHistory(changes: Partial<History> = {}, log: readonly LoggedEvent[] = LOG): History {
  const messages = log.flatMap(({ event }) => {
    if (event.type !== 'message.created') return [];
    const { seq, ...shown } = event.data;
    return [{ seq, shown }];
  });
  return {
    serverId: SERVER,
    operations: [post('one', 'k1', info, ok('"1"')), post('two', 'k2', ok('"2"'), ok('"2"'))],
    subscribers: [bob([subscribed(0), ...received(log)])],
    revokedIntervals: [],
    bannedIntervals: [],
    searches: [],
    allowances: [],
    incidents: [],
    silenced: { mutedId: 'nobody', nothingId: 'nobody', switchingId: 'nobody' },
    finalState: {
      log,
      inbox: [],
      unread: [],
      searches: [],
      heads: new Map([[CHANNEL, log.length]]),
      rows: messages.map(({ seq, shown }) => ({ id: shown.id, channelId: CHANNEL, seq })),
      attachments: [],
      downloads: new Map(),
      channels: [
        {
          id: CHANNEL,
          isPrivate: true,
          memberCount: 2,
          memberIds: [ALICE, BOB],
          pinnedIds: [],
          messages: messages.map(({ shown }) => shown),
          threads: new Map(),
        },
      ],
    },
    ...changes,
  };
}
