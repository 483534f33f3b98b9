import type { Queryable } from '@palaver/db';
import { readableChannels } from '../channels/access.js';
import type { Mentions } from '../protocol/records/message.js';
import { accessUsersNamed } from '../users/access.js';
import { findMentions } from './mentions.js';

/**
 * Whom a text mentions, among those who may read the channel now; null for nobody. A name of somebody else is treated as
 * one that nobody has. Without an `@` the database is not asked.
 */
export async function resolveMentions(
  q: Queryable,
  channelId: string,
  content: string,
): Promise<Mentions | null> {
  if (!content.includes('@')) return null;
  const { names, channel, here } = findMentions(content);
  const userIds = await readersNamed(q, channelId, names);
  return userIds.length > 0 || channel || here ? { userIds, groupIds: [], channel, here } : null;
}

async function readersNamed(
  q: Queryable,
  channelId: string,
  names: ReadonlyArray<readonly string[]>,
): Promise<string[]> {
  if (names.length === 0) return [];
  const byName = await accessUsersNamed(q, [...new Set(names.flat())]);
  const userIds = [...byName.values()];
  const readable = await readableChannels(
    q,
    userIds.map((userId) => ({ userId, channelId })),
  );
  const readers = new Set(userIds.filter((_, index) => readable[index] !== null));
  const mentioned = names.map((spellings) =>
    spellings.map((name) => byName.get(name)).find((userId) => userId !== undefined && readers.has(userId)),
  );
  return [...new Set(mentioned.flatMap((userId) => userId ?? []))];
}
