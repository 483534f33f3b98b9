import { tables } from '@palaver/db';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { readInChannel } from '../../channels/access.js';
import { invalidField } from '../../kernel/errors/app-error.js';
import type { ReadContext } from '../../procedures/context.js';
import type { Message } from '../../protocol/records/message.js';
import { threadOf } from '../thread-root.js';
import { toMessages } from './message-list.js';
import { type ListSource, type PageStart, selectPage } from './page-statement.js';

const { channels, messages } = tables;

/**
 * Where a page begins; without a cursor at the newest message. Any message of the channel is a cursor of all its lists:
 * deleted ones, and replies in its history, as well.
 */
export interface PageRequest {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
  readonly limit: number;
}

const listId = sql`${sql.placeholder('list')}`;
/** A column of the message that `listId` names. */
const ofNamed = (column: SQL) => sql`(select ${column} from ${messages} named where named.id = ${listId})`;

/** The thread that the message begins or is in. */
const namedThread = ofNamed(sql.raw(`coalesce(${threadOf('named')}, named.id)`));

const timeline = pagesOf('messages_timeline', listId, {
  inList: (t) => and(eq(t.channelId, channels.id), isNull(t.threadId)),
});
const thread = pagesOf('messages_thread', ofNamed(sql`named.channel_id`), {
  inList: (t) => eq(t.threadId, namedThread),
  alsoOfThread: namedThread,
});
const oneMessage: ListSource = { inList: (t) => eq(t.id, listId) };
const single = pageOf('messages_find', ofNamed(sql`named.channel_id`), oneMessage, 'newest');

/** The statement of one kind of page. It reads the caller's standing in the channel as well. */
function pageOf(name: string, channelId: SQL, list: ListSource, start: PageStart) {
  return readInChannel(name, channelId, selectPage(list, start));
}

function pagesOf(name: string, channelId: SQL, list: ListSource) {
  const from = (start: PageStart) => pageOf(`${name}_${start}`, channelId, list, start);
  return { newest: from('newest'), before: from('before'), after: from('after'), around: from('around') };
}

type ReadPage = ReturnType<typeof pageOf>;

/** A page of messages, newest first, with the channel that they are in, which the caller may read. */
export interface MessagePage {
  readonly channel: Awaited<ReturnType<ReadPage>>['channel'];
  /** The position of the channel's stream when the messages were read. */
  readonly headSeq: number;
  readonly messages: Message[];
}

/**
 * A page of the messages of a channel, newest first: of the replies it has those that are to be there as well.
 * Throws `CHANNEL_NOT_FOUND`, or `INVALID_INPUT` for more than one cursor and for one that is no message of this channel.
 */
export function readTimeline(
  ctx: ReadContext,
  channelId: string,
  request: PageRequest,
): Promise<MessagePage> {
  return listPage(ctx, timeline, channelId, request);
}

/** A page of the thread that a message is in or begins, newest first, with the errors of `readTimeline`. */
export function readThread(ctx: ReadContext, messageId: string, request: PageRequest): Promise<MessagePage> {
  return listPage(ctx, thread, messageId, request);
}

/** A list of one: the message with this id, none when it has been deleted. Throws `CHANNEL_NOT_FOUND`. */
export async function readSingle(ctx: ReadContext, messageId: string): Promise<MessagePage> {
  return toPage(await single(ctx, { list: messageId, limit: 1 }));
}

async function listPage(
  ctx: ReadContext,
  pages: Readonly<Record<PageStart, ReadPage>>,
  list: string,
  request: PageRequest,
): Promise<MessagePage> {
  const { limit } = request;
  const cursor = onlyCursor(request);
  if (!cursor) return toPage(await pages.newest(ctx, { list, limit }));
  const newer = Math.floor(limit / 2);
  const found = await pages[cursor.field](ctx, {
    list,
    cursor: cursor.id,
    limit,
    newer,
    upTo: limit - newer,
  });
  if (found.value.cursorSeq === null)
    throw invalidField(cursor.field, 'must be the id of a message of this channel');
  return toPage(found);
}

function toPage({ channel, value }: Awaited<ReturnType<ReadPage>>): MessagePage {
  return { channel, headSeq: value.headSeq, messages: toMessages(value.list, channel.id) };
}

const CURSORS = ['before', 'after', 'around'] as const;

function onlyCursor(request: PageRequest): { field: (typeof CURSORS)[number]; id: string } | null {
  const given = CURSORS.flatMap((field) => {
    const id = request[field];
    return id === undefined ? [] : [{ field, id }];
  });
  const [first, second] = given;
  if (second) throw invalidField(second.field, 'give at most one of "before", "after" and "around"');
  return first ?? null;
}
