import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { clientAddresses } from '../../load/common/client-addresses.js';
import { LIMIT, type Page, type PageItem } from './pages.js';

/** A message or a member. The floor lists each reaction; Palaver groups them by emoji with a count. */
const Item = z
  .object({
    id: z.string().optional(),
    user: z.object({ id: z.string(), username: z.string() }),
    replyCount: z.number().default(0),
    reactions: z.array(z.object({ count: z.number().default(1) })).default([]),
    attachments: z.array(z.unknown()).default([]),
  })
  .transform(
    ({ id, user, replyCount, reactions, attachments }): PageItem => ({
      id: id ?? user.id,
      author: user.username,
      replies: replyCount,
      reactions: reactions.reduce((sum, { count }) => sum + count, 0),
      files: attachments.length,
    }),
  );
const Body = z.object({ data: z.array(Item) });

const nextAddress = clientAddresses();

/** Requests each page once. Throws when a response holds anything but the items of the page. */
export async function checkPages(url: string, pages: readonly Page[], token: string): Promise<void> {
  for (const { path, items } of pages) {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': nextAddress() };
    const response = await fetch(url + path, { headers });
    const { data } = Body.parse(await response.json());
    if (items.length !== LIMIT || !isDeepStrictEqual(data, items)) {
      throw new Error(`${url}${path} holds other items than the database.`);
    }
  }
}
