import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { FoundedServer } from '../contestants/palaver/seats.js';
import type { Sql } from '../harness/database.js';
import { clientAddresses } from '../load/addresses.js';
import type { PreparedRequest } from '../load/job.js';

/** A page of a list, where to ask for it, and what stands on it. */
export interface Page {
  readonly path: string;
  readonly items: readonly Item[];
}

/** What identifies an item, and counts of what belongs to it, in every contestant's answer. */
const Item = z.object({
  id: z.string(),
  author: z.string(),
  replies: z.number(),
  reactions: z.number(),
  files: z.number(),
});
type Item = z.output<typeof Item>;

export const LIMIT = 50;
/** So many different pages far back. */
const CURSORS = 16;

/** The newest page of a channel's history. */
export async function newestPage(sql: Sql, { channelIds: [id = ''] }: FoundedServer): Promise<Page[]> {
  const rows = await historyRows(sql, id, 0, LIMIT);
  return [{ path: `/api/channels/${id}/messages`, items: rows }];
}

/** How far back each of several pages is: so many messages, and a little more each. */
export function distancesBack(back: number): number[] {
  return Array.from({ length: CURSORS }, (_, n) => Math.round(back * (1 + n / 1_000)));
}

/** Pages so many messages back in a channel's history, from neighbouring cursors. */
export async function pagesBack(
  sql: Sql,
  { channelIds: [id = ''] }: FoundedServer,
  back: number,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (const distance of distancesBack(back)) {
    const [cursor, ...items] = await historyRows(sql, id, distance - 1, LIMIT + 1);
    pages.push({ path: `/api/channels/${id}/messages?before=${cursor?.id}`, items });
  }
  return pages;
}

/** The newest page of the thread with the most replies. */
export async function threadPage(sql: Sql, { channelIds: [id = ''] }: FoundedServer): Promise<Page[]> {
  const [root] = await sql<{ id: string }[]>`
    select id from messages where channel_id = ${id} order by reply_count desc limit 1`;
  const rootId = root?.id ?? '';
  const items = await messageRows(sql, sql`thread_id = ${rootId}`, 0, LIMIT);
  return [{ path: `/api/messages/${rootId}/thread`, items }];
}

/** The newest page of a server's members. */
export async function memberPage(sql: Sql, { serverId }: FoundedServer): Promise<Page[]> {
  const items = await sql<Item[]>`
    select id, username as author, 0 as replies, 0 as reactions, 0 as files
    from server_members join users on id = user_id where server_id = ${serverId} order by id desc limit ${LIMIT}`;
  return [{ path: `/api/servers/${serverId}/members`, items: [...items] }];
}

export function pageRequests(pages: readonly Page[], tokens: readonly string[]): PreparedRequest[] {
  return tokens.flatMap((token) =>
    pages.map(({ path }) => ({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } })),
  );
}

function historyRows(sql: Sql, channelId: string, offset: number, limit: number): Promise<Item[]> {
  return messageRows(sql, sql`channel_id = ${channelId} and thread_id is null`, offset, limit);
}

async function messageRows(
  sql: Sql,
  inList: ReturnType<Sql>,
  offset: number,
  limit: number,
): Promise<Item[]> {
  const rows = await sql<Item[]>`
    select m.id, u.username as author, m.reply_count as replies,
      (select count(*)::int from reactions r where r.message_id = m.id) as reactions,
      (select count(*)::int from attachments a where a.message_id = m.id) as files
    from (
      select * from messages where ${inList} and deleted_at is null order by seq desc offset ${offset} limit ${limit}
    ) m join users u on u.id = m.user_id order by m.seq desc`;
  return [...rows];
}

/** A message or a member; the floor lists reactions one by one, the product by emoji with their count. */
const Answered = z
  .object({
    id: z.string().optional(),
    user: z.object({ id: z.string(), username: z.string() }),
    replyCount: z.number().default(0),
    reactions: z.array(z.object({ count: z.number().default(1) })).default([]),
    attachments: z.array(z.unknown()).default([]),
  })
  .transform(({ id, user, replyCount, reactions, attachments }) => ({
    id: id ?? user.id,
    author: user.username,
    replies: replyCount,
    reactions: reactions.reduce((sum, { count }) => sum + count, 0),
    files: attachments.length,
  }));
const Body = z.object({ data: z.array(Answered) });

const nextAddress = clientAddresses();

/** Asks for each page once; throws when a service answers anything but what stands there. */
export async function checkPages(url: string, pages: readonly Page[], token: string): Promise<void> {
  for (const { path, items } of pages) {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': nextAddress() };
    const response = await fetch(url + path, { headers });
    const { data } = Body.parse(await response.json());
    if (items.length !== LIMIT || !isDeepStrictEqual(data, items)) {
      throw new Error(`${url}${path} does not answer what stands there.`);
    }
  }
}
