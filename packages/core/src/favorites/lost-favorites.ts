import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import type { PlacedEvent } from '../log/append-events.js';
import { type Stream, userStream } from '../log/streams.js';
import type { AccessEnds, LostInChannels } from '../procedures/upward-calls.js';
import { IS_READABLE, listFavoritesOf } from './queries.js';

interface Lost {
  readonly userId: string;
  readonly channelId: string;
}

const find = statement<Lost>(`
  select favorite.user_id as "userId", favorite.channel_id as "channelId" from favorites favorite
  where case $1::text when 'channel' then favorite.channel_id = $2::uuid
      else favorite.channel_id in (select id from channels where server_id = $2::uuid) end
    and ($3::text::boolean or favorite.user_id = any($4::text::uuid[])) and not ${IS_READABLE}
  limit $5::text::int`);

/** Some favorites in a channel, or in the channels of a server, that their owners may not read any more. */
export async function findLostFavorites(
  tx: Transaction,
  { kind, id }: Stream,
  { leftIds, isClosed }: AccessEnds,
  limit: number,
): Promise<LostInChannels> {
  const lost = await find(tx, [kind, id, String(isClosed), plainArrayLiteral(leftIds), String(limit)]);
  return { userIds: lost.map(({ userId }) => userId), remove: () => removeLost(tx, lost) };
}

const remove = statement<{ userId: string }>(`
  delete from favorites favorite using unnest($1::text::uuid[], $2::text::uuid[]) lost (user_id, channel_id)
  where favorite.user_id = lost.user_id and favorite.channel_id = lost.channel_id
  returning favorite.user_id as "userId"`);

async function removeLost(tx: Transaction, lost: readonly Lost[]): Promise<PlacedEvent[]> {
  const removed = await remove(tx, [
    plainArrayLiteral(lost.map(({ userId }) => userId)),
    plainArrayLiteral(lost.map(({ channelId }) => channelId)),
  ]);
  const owners = await listFavoritesOf(tx, [...new Set(removed.map(({ userId }) => userId))]);
  return owners.map(({ userId, channelIds }) => ({
    stream: userStream(userId),
    event: { type: 'favorites.updated', data: { channelIds } },
  }));
}
