import { isClosed } from '../channels/permissions.js';
import { opennessIn } from '../channels/record.js';
import type { PlainPost } from '../log/bus.js';
import type { StreamBatch } from '../log/consumers/consumer.js';
import { type EventType, framesOf } from '../protocol/events/table.js';
import { type Event, eventIn } from '../protocol/events.js';

/** A message that was posted or edited, at the position `seq` of its channel. */
export interface PostedEvent {
  readonly seq: number;
  readonly messageId: string;
  readonly authorId: string;
  /** The thread where it is read: null for a message of the channel's list. */
  readonly threadId: string | null;
  /** The thread that it is a reply in, also where the channel's list has it as well. */
  readonly repliesIn: string | null;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly isEdit: boolean;
  /** Whether the message, or the one that its thread hangs on, is deleted in the same batch: it notifies nobody, and its author has read what came before. */
  readonly isDeleted: boolean;
}

/** What the next events of a stream mean for inboxes. */
export interface InboxEvents {
  /** In the order of the log. */
  readonly posted: PostedEvent[];
  readonly deletedIds: string[];
  /** Who has left the channel or the server, or may see less of it. */
  readonly leftIds: string[];
  /** Whether nobody, or fewer people, may read it now. */
  isClosed: boolean;
}

/** The events of these types and no others matter; their frames are parsed. */
const TYPES = [
  'message.created',
  'message.updated',
  'message.deleted',
  'member.left',
  'member.updated',
  'channel.updated',
  'channel.deleted',
  'server.deleted',
] as const satisfies readonly EventType[];
type RelevantEvent = Extract<Event, { type: (typeof TYPES)[number] }>;

const RELEVANT = framesOf(TYPES);

/** What matters of a post, in the order in which its frame is written: to parse the whole frame takes five times as long. */
const POSTED =
  /^\{"type":"message\.created","data":\{"id":"([^"]+)","channelId":"[^"]+","userId":"([^"]+)","content":"[^"\\]*(?:\\.[^"\\]*)*","edited":\w+,"createdAt":"([^"]+)","updatedAt":"[^"]+","threadId":(?:null|"([^"]+)")(,"alsoInChannel":true)?/;

/** Reads the events of a batch; null where none of them matters. */
export function inboxEvents({ stream, events, posts }: StreamBatch): InboxEvents | null {
  if (posts.length > 0)
    return { posted: posts.map(postedPlainly), deletedIds: [], leftIds: [], isClosed: false };
  const relevant = events.filter(({ frame }) => RELEVANT.test(frame));
  if (relevant.length === 0) return null;
  const found: InboxEvents = { posted: [], deletedIds: [], leftIds: [], isClosed: false };
  for (const { seq, frame } of relevant) {
    const [, id, userId, createdAt, threadId = null, also] = POSTED.exec(frame) ?? [];
    const alsoInChannel = also !== undefined;
    if (id !== undefined && userId !== undefined && createdAt !== undefined)
      found.posted.push(posted({ seq, id, userId, threadId, alsoInChannel }, createdAt, false));
    else add(found, stream.id, eventIn<RelevantEvent['type']>(frame));
  }
  const deleted = new Set(found.deletedIds);
  return {
    ...found,
    posted: found.posted.map((event) => ({
      ...event,
      isDeleted: deleted.has(event.messageId) || (event.threadId !== null && deleted.has(event.threadId)),
    })),
  };
}

function add(found: InboxEvents, streamId: string, event: RelevantEvent): void {
  switch (event.type) {
    case 'message.created':
      found.posted.push(posted(event.data, event.data.createdAt, false));
      return;
    case 'message.updated':
      found.posted.push(posted(event.data, event.data.updatedAt, true));
      return;
    case 'message.deleted':
      found.deletedIds.push(event.data.id);
      return;
    case 'member.left':
      // A server's stream tells of its public channels as well.
      if ((event.data.channelId ?? event.data.serverId) === streamId) found.leftIds.push(event.data.userId);
      return;
    case 'channel.updated':
      if (event.data.id === streamId && isClosed(opennessIn(event.data))) found.isClosed = true;
      return;
    case 'member.updated':
      // With another role they may see fewer channels.
      found.leftIds.push(event.data.userId);
      return;
    case 'channel.deleted':
    case 'server.deleted':
      if (event.data.id === streamId) found.isClosed = true;
  }
}

function postedPlainly({ seq, messageId, authorId, at }: PlainPost): PostedEvent {
  const place = { threadId: null, repliesIn: null };
  return { seq, messageId, authorId, ...place, at: Date.parse(at), isEdit: false, isDeleted: false };
}

type MessageData = Extract<Event, { type: 'message.updated' }>['data'];

function posted(
  {
    seq,
    id,
    userId,
    threadId: repliesIn,
    alsoInChannel,
  }: Pick<MessageData, 'seq' | 'id' | 'userId' | 'threadId' | 'alsoInChannel'>,
  at: string,
  isEdit: boolean,
): PostedEvent {
  const place = { threadId: alsoInChannel ? null : repliesIn, repliesIn };
  return { seq, messageId: id, authorId: userId, ...place, at: Date.parse(at), isEdit, isDeleted: false };
}
