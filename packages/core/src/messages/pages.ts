import { tables } from '@palaver/db';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { readInChannel } from '../channels/access.js';
import { invalidField } from '../kernel/errors/app-error.js';
import type { ReadContext } from '../procedures/context.js';
import { type Membership, type PageJson, type Position, selectPage } from './page-statement.js';

const { channels, messages } = tables;

/** Where a page lies in its list; without a cursor it is the newest. Cursors are ids of messages, deleted or not. */
export interface PageRequest {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
  readonly limit: number;
}

const list = sql`${sql.placeholder('list')}`;
/** A column of the message whose thread is asked for, be it the root or a reply. */
const ofAsked = (column: SQL) => sql`(select ${column} from ${messages} asked where asked.id = ${list})`;

const timeline = pagesOf('messages_timeline', list, (t) =>
  and(eq(t.channelId, channels.id), isNull(t.threadId)),
);
const thread = pagesOf('messages_thread', ofAsked(sql`asked.channel_id`), (t) =>
  eq(t.threadId, ofAsked(sql`coalesce(asked.thread_id, asked.id)`)),
);

/** The statements of one kind of list: each reads a page with all that belongs to it, and checks the access. */
function pagesOf(name: string, channelId: SQL, inList: Membership) {
  const at = (position: Position) =>
    readInChannel(`${name}_${position}`, channelId, selectPage(inList, position));
  return { newest: at('newest'), before: at('before'), after: at('after'), around: at('around') };
}

/**
 * A page of the messages of a channel that are no replies, newest first.
 * Throws `CHANNEL_NOT_FOUND`, or `INVALID_INPUT` for more than one cursor, and for one that never was a message of this list.
 */
export function listTimeline(ctx: ReadContext, channelId: string, request: PageRequest): Promise<PageJson> {
  return listPage(ctx, timeline, channelId, request);
}

/** A page of the thread that a message is in or begins, newest first, with the errors of `listTimeline`. */
export function listThread(ctx: ReadContext, messageId: string, request: PageRequest): Promise<PageJson> {
  return listPage(ctx, thread, messageId, request);
}

async function listPage(
  ctx: ReadContext,
  pages: ReturnType<typeof pagesOf>,
  listId: string,
  request: PageRequest,
): Promise<PageJson> {
  const { limit } = request;
  const cursor = onlyCursor(request);
  if (!cursor) return (await pages.newest(ctx, { list: listId, limit })).value;
  const newer = Math.floor(limit / 2);
  const window = { list: listId, cursor: cursor.id, limit, newer, upTo: limit - newer };
  const { value: page } = await pages[cursor.field](ctx, window);
  if (page.cursorSeq === null) throw invalidField(cursor.field, 'must be the id of a message of this list');
  return { ...page, messages: page.messages.toSorted((a, b) => b.seq - a.seq) };
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
