import { type Database, prepared, type Queryable, tables } from '@palaver/db';
import { and, asc, type Column, desc, eq, gt, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { headOf, type Located, readLocated } from '../events/located.js';
import { invalidField } from '../kernel/errors.js';
import { fullColumns } from './columns.js';
import type { StoredMessage } from './queries.js';

const { messages, users } = tables;
const places = alias(messages, 'places');

/** Where a page lies in its list; without a cursor it is the newest. Cursors are ids of messages, deleted or not. */
export interface PageRequest {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
  readonly limit: number;
}

type Membership = (t: { channelId: Column; threadId: Column }) => SQL | undefined;

const { placeholder } = sql;
const ofChannel: Membership = (t) => and(eq(t.channelId, placeholder('list')), isNull(t.threadId));
const ofThread: Membership = (t) => eq(t.threadId, placeholder('list'));

const NEWEST_FIRST = desc(messages.seq);
const OLDEST_FIRST = asc(messages.seq);

/** A message of a page, and how far the channel's stream reached. */
export type PagedMessage = StoredMessage & { readonly headSeq: number };

const pageColumns = { ...fullColumns, headSeq: headOf(placeholder('channel')) };

/** The statements of one kind of list: each page is one, with authors, reactions and attachments in it. */
function pagesOf(name: string, inList: Membership) {
  const place = (q: Queryable) =>
    q
      .select({ seq: places.seq })
      .from(places)
      .where(and(eq(places.id, placeholder('cursor')), inList(places)));
  const page = (q: Queryable, bound: SQL | undefined, order: SQL, limit = 'limit') =>
    q
      .select(pageColumns)
      .from(messages)
      .innerJoin(users, eq(users.id, messages.userId))
      .where(and(inList(messages), isNull(messages.deletedAt), bound))
      .orderBy(order)
      .limit(placeholder(limit));
  return {
    newest: prepared((q) => page(q, undefined, NEWEST_FIRST).prepare(`${name}_newest`)),
    before: prepared((q) => page(q, lt(messages.seq, place(q)), NEWEST_FIRST).prepare(`${name}_before`)),
    after: prepared((q) => page(q, gt(messages.seq, place(q)), OLDEST_FIRST).prepare(`${name}_after`)),
    around: prepared((q) =>
      unionAll(
        page(q, lte(messages.seq, place(q)), NEWEST_FIRST, 'upTo'),
        page(q, gt(messages.seq, place(q)), OLDEST_FIRST, 'newer'),
      ).prepare(`${name}_around`),
    ),
    place: prepared((q) => place(q).prepare(`${name}_place`)),
  };
}

type Pages = ReturnType<typeof pagesOf>;
const timeline = pagesOf('messages_timeline', ofChannel);
const thread = pagesOf('messages_thread', ofThread);

/**
 * A page of the messages of a channel that are no replies, newest first, and the place in the channel's stream that it
 * is true at. Throws `INVALID_INPUT` for more than one cursor, and for one that never was a message of this list.
 */
export function listTimeline(
  db: Database,
  channelId: string,
  request: PageRequest,
): Promise<Located<PagedMessage[]>> {
  return listPage(db, timeline, { channel: channelId, list: channelId }, request);
}

/** A page of the replies to a message, newest first. Throws `INVALID_INPUT` like `listTimeline`. */
export function listThread(
  db: Database,
  root: { readonly channelId: string; readonly id: string },
  request: PageRequest,
): Promise<Located<PagedMessage[]>> {
  return listPage(db, thread, { channel: root.channelId, list: root.id }, request);
}

async function listPage(
  db: Database,
  pages: Pages,
  of: { readonly channel: string; readonly list: string },
  request: PageRequest,
): Promise<Located<PagedMessage[]>> {
  const { limit } = request;
  const at = onlyCursor(request);
  const read = (q: Queryable): Promise<PagedMessage[]> =>
    at
      ? pageAt(q, pages, { ...of, cursor: at.cursor, limit }, at.field)
      : pages.newest(q).execute({ ...of, limit });
  const page = await readLocated(db, [of.channel], read, ([first]) => ({ [of.channel]: first.headSeq }));
  // An empty page is the end of the list, or the cursor is none of its.
  const inList = page.value.length > 0 || !at || (await isInList(db, pages, of.list, at.cursor));
  if (!inList) throw invalidField(at.field, 'must be the id of a message of this list');
  return page;
}

async function isInList(q: Queryable, pages: Pages, list: string, cursor: string): Promise<boolean> {
  return (await pages.place(q).execute({ list, cursor })).length > 0;
}

interface Window {
  readonly channel: string;
  readonly list: string;
  readonly cursor: string;
  readonly limit: number;
}

type CursorField = 'before' | 'after' | 'around';

async function pageAt(
  q: Queryable,
  pages: Pages,
  window: Window,
  field: CursorField,
): Promise<PagedMessage[]> {
  switch (field) {
    case 'before':
      return pages.before(q).execute({ ...window });
    case 'after':
      return (await pages.after(q).execute({ ...window })).reverse();
    case 'around': {
      const newer = Math.floor(window.limit / 2);
      const rows = await pages.around(q).execute({ ...window, newer, upTo: window.limit - newer });
      return rows.sort((a, b) => b.seq - a.seq);
    }
  }
}

function onlyCursor(request: PageRequest): { field: CursorField; cursor: string } | null {
  const fields = ['before', 'after', 'around'] as const;
  const given = fields.flatMap((field) => {
    const cursor = request[field];
    return cursor === undefined ? [] : [{ field, cursor }];
  });
  const [first, second] = given;
  if (second) throw invalidField(second.field, 'give at most one of "before", "after" and "around"');
  return first ?? null;
}
