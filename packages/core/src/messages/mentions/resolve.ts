import type { Queryable } from '@palaver/db';
import { type ChannelLookup, readableChannels } from '../../channels/access.js';
import { mayMentionAll } from '../../channels/permissions.js';
import type { PostDraft } from '../../procedures/post-queue.js';
import type { Mentions } from '../../protocol/records/message.js';
import { findUserGroupsNamed } from '../../user-groups/access.js';
import { accessUsersNamed } from '../../users/access.js';
import { findMentions, markedOf } from './find.js';

/** As many user groups a message mentions; later ones mention nobody. Each of them is a row for each of its members. */
export const GROUPS_MAX = 5;

/**
 * Whom a text mentions, among those who may read the channel now; null for nobody. A name of somebody else is treated as
 * one that nobody has, and `@channel` of an author who may not say it as any other word. Where a text names nobody the database
 * is not asked, and groups are looked up by the names of the text.
 */
export async function resolveMentions(
  q: Queryable,
  { channelId, userId }: ChannelLookup,
  content: string,
  webhook?: PostDraft['webhook'],
): Promise<Mentions | null> {
  const found = findMentions(content);
  // The text of a webhook repeats what strangers write: only what its sender marked as a mention is one.
  const { names, ...says } = webhook ? markedOf(found, webhook.mentions) : found;
  const isToAll =
    (says.channel || says.here) && (webhook?.mayMentionAll ?? (await mentionsAll(q, { channelId, userId })));
  const { channel, here } = isToAll ? says : TO_NOBODY;
  const { userIds, groupIds } = await resolveNames(q, channelId, names);
  const isAnybody = userIds.length > 0 || groupIds.length > 0 || channel || here;
  return isAnybody ? { userIds, groupIds, channel, here } : null;
}

const TO_NOBODY = { channel: false, here: false };

async function mentionsAll(q: Queryable, author: ChannelLookup): Promise<boolean> {
  const [standing] = await readableChannels(q, [author]);
  return standing ? mayMentionAll(standing) : false;
}

async function resolveNames(
  q: Queryable,
  channelId: string,
  names: ReadonlyArray<readonly string[]>,
): Promise<Pick<Mentions, 'userIds' | 'groupIds'>> {
  if (names.length === 0) return { userIds: [], groupIds: [] };
  const spellings = [...new Set(names.flat())];
  const [groups, readers] = await Promise.all([
    findUserGroupsNamed(q, channelId, spellings),
    readersNamed(q, channelId, spellings),
  ]);
  // Whoever takes the name of a group later takes no mention from it.
  const found = names.map((spelled) => spelled.find((name) => groups.has(name) || readers.has(name)) ?? '');
  const groupIds = [...new Set(found.flatMap((name) => groups.get(name) ?? []))];
  const userIds = found.flatMap((name) => (groups.has(name) ? [] : (readers.get(name) ?? [])));
  return { userIds: [...new Set(userIds)], groupIds: groupIds.slice(0, GROUPS_MAX) };
}

/** Those who have these names and may read the channel, by their names. */
async function readersNamed(
  q: Queryable,
  channelId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byName = [...(await accessUsersNamed(q, names))];
  const readable = await readableChannels(
    q,
    byName.map(([, userId]) => ({ userId, channelId })),
  );
  return new Map(byName.filter((_, index) => readable[index] !== null));
}
