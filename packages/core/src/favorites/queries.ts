import { plainArrayLiteral, type Queryable, statement, type Transaction } from '@palaver/db';
import { isReadable } from '../channels/readable-sql.js';

/** Whether the owner of a favorite may read its channel now. */
export const IS_READABLE = isReadable('favorite.channel_id', 'favorite.user_id');

/**
 * The favorites of `owner.id`, in their order: also those in channels that they have just lost, which an event takes away.
 * Otherwise a channel that is lost and given back at once would come and go without an event.
 */
const CHANNEL_IDS = `(
  select coalesce(json_agg(favorite.channel_id order by favorite.position, favorite.channel_id), '[]')
  from favorites favorite where favorite.user_id = owner.id)`;

interface OwnFavorites {
  readonly channelIds: string[];
  /** The position of the person's stream at that instant. */
  readonly seq: number;
}

const list = statement<OwnFavorites>(`
  select owner.last_seq::float8 as seq, ${CHANNEL_IDS} as "channelIds" from stream_heads owner where owner.id = $1`);

/** Somebody's favorites, in their own order. */
export async function listFavorites(q: Queryable, userId: string): Promise<OwnFavorites> {
  const [row] = await list(q, [userId]);
  if (!row) throw new Error(`user ${userId} has no stream`);
  return row;
}

const listOfAll = statement<{ userId: string; channelIds: string[] }>(`
  select owner.id as "userId", ${CHANNEL_IDS} as "channelIds" from unnest($1::text::uuid[]) owner (id)`);

/** The same for several people. */
export function listFavoritesOf(tx: Transaction, userIds: readonly string[]) {
  return listOfAll(tx, [plainArrayLiteral(userIds)]);
}

const insert = statement(`
  insert into favorites (user_id, channel_id, position)
  select $1::uuid, $2::uuid, coalesce(max(position), 0) + 1 from favorites where user_id = $1::uuid
  on conflict do nothing`);

/** Adds a channel behind the others. Call it under the lock of the person's stream. */
export async function insertFavorite(tx: Transaction, userId: string, channelId: string): Promise<void> {
  await insert(tx, [userId, channelId]);
}

const removeHidden = statement(
  `delete from favorites favorite where favorite.user_id = $1 and not ${IS_READABLE}`,
);

/** Removes what somebody does not see any more, before the background does. */
export async function deleteHidden(tx: Transaction, userId: string): Promise<void> {
  await removeHidden(tx, [userId]);
}

const remove = statement<{ channelId: string }>(
  `delete from favorites where user_id = $1 and channel_id = $2 returning channel_id as "channelId"`,
);

/** Returns false where there was nothing to remove. Call it under the lock of the person's stream. */
export async function deleteFavorite(tx: Transaction, userId: string, channelId: string): Promise<boolean> {
  return (await remove(tx, [userId, channelId])).length > 0;
}

const order = statement(`
  update favorites set position = place.position::int
  from unnest($2::text::uuid[]) with ordinality place (channel_id, position)
  where favorites.user_id = $1 and favorites.channel_id = place.channel_id`);

/** Puts all favorites of a person in an order. Call it under the lock of the person's stream. */
export async function orderFavorites(
  tx: Transaction,
  userId: string,
  channelIds: readonly string[],
): Promise<void> {
  await order(tx, [userId, plainArrayLiteral(channelIds)]);
}
