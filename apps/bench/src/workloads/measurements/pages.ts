import type { PreparedRequest } from '../../load/common/prepared-request.js';
import type { Sql } from '../../postgres/database.js';
import type { ServerFixture } from '../../targets/palaver/set-up-server.js';

/** A page of a list: its path and the items that it holds according to the database. */
export interface Page {
  readonly path: string;
  readonly items: readonly PageItem[];
}

/** The parts of a message or a member that are compared. */
export interface PageItem {
  readonly id: string;
  readonly author: string;
  readonly replies: number;
  readonly reactions: number;
  readonly files: number;
}

/** The number of items on a page. */
export const LIMIT = 50;
/** How many different pages far back are read. */
const CURSORS = 16;

/** The newest page of a channel's history. */
export async function newestPage(sql: Sql, { channelIds: [id = ''] }: ServerFixture): Promise<Page[]> {
  const items = await historyItems(sql, id, 0, LIMIT);
  return [{ path: `/api/channels/${id}/messages`, items }];
}

/** How many messages back each of several pages is: `back`, and a little more each. */
export function distancesBack(back: number): number[] {
  return Array.from({ length: CURSORS }, (_, n) => Math.round(back * (1 + n / 1_000)));
}

/** Pages about `back` messages back in a channel's history, from different cursors. */
export async function pagesBack(
  sql: Sql,
  { channelIds: [id = ''] }: ServerFixture,
  back: number,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (const distance of distancesBack(back)) {
    const [cursor, ...items] = await historyItems(sql, id, distance - 1, LIMIT + 1);
    pages.push({ path: `/api/channels/${id}/messages?before=${cursor?.id}`, items });
  }
  return pages;
}

/** The newest page of the thread with the most replies. */
export async function threadPage(sql: Sql, { channelIds: [id = ''] }: ServerFixture): Promise<Page[]> {
  const [root] = await sql<{ id: string }[]>`
    select id from messages where channel_id = ${id} order by reply_count desc limit 1`;
  const rootId = root?.id ?? '';
  const items = await messageItems(sql, sql`thread_id = ${rootId}`, 0, LIMIT);
  return [{ path: `/api/messages/${rootId}/thread`, items }];
}

/** The newest page of a server's members. */
export async function memberPage(sql: Sql, { serverId }: ServerFixture): Promise<Page[]> {
  const items = await sql<PageItem[]>`
    select id, username as author, 0 as replies, 0 as reactions, 0 as files
    from server_members join users on id = user_id where server_id = ${serverId} order by id desc limit ${LIMIT}`;
  return [{ path: `/api/servers/${serverId}/members`, items: [...items] }];
}

/** The requests for these pages by each account. */
export function pageRequests(pages: readonly Page[], tokens: readonly string[]): PreparedRequest[] {
  return tokens.flatMap((token) =>
    pages.map(({ path }) => ({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } })),
  );
}

function historyItems(sql: Sql, channelId: string, offset: number, limit: number): Promise<PageItem[]> {
  return messageItems(sql, sql`channel_id = ${channelId} and thread_id is null`, offset, limit);
}

async function messageItems(
  sql: Sql,
  inList: ReturnType<Sql>,
  offset: number,
  limit: number,
): Promise<PageItem[]> {
  const rows = await sql<PageItem[]>`
    select m.id, u.username as author, m.reply_count as replies,
      (select count(*)::int from reactions r where r.message_id = m.id) as reactions,
      (select count(*)::int from attachments a where a.message_id = m.id) as files
    from (
      select * from messages where ${inList} and deleted_at is null order by seq desc offset ${offset} limit ${limit}
    ) m join users u on u.id = m.user_id order by m.seq desc`;
  return [...rows];
}
