import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import type { PlacedEvent } from '../log/append-events.js';
import { type Stream, userStream } from '../log/streams.js';
import type { AccessEnds, LostInChannels } from '../procedures/upward-calls.js';
import { IS_READABLE, type Place } from './queries.js';

const find = statement<Place>(`
  select draft.user_id as "userId", draft.channel_id as "channelId", draft.thread_id as "threadId" from drafts draft
  where case $1::text when 'channel' then draft.channel_id = $2::uuid
      else draft.channel_id in (select id from channels where server_id = $2::uuid) end
    and ($3::text::boolean or draft.user_id = any($4::text::uuid[])) and not ${IS_READABLE}
  limit $5::text::int`);

/** Some drafts in a channel, or in the channels of a server, that their owners may not read any more. */
export async function findLostDrafts(
  tx: Transaction,
  { kind, id }: Stream,
  { leftIds, isClosed }: AccessEnds,
  limit: number,
): Promise<LostInChannels> {
  const lost = await find(tx, [kind, id, String(isClosed), plainArrayLiteral(leftIds), String(limit)]);
  return { userIds: lost.map(({ userId }) => userId), remove: () => removeLost(tx, lost) };
}

const remove = statement<Place>(`
  delete from drafts draft
  using unnest($1::text::uuid[], $2::text::uuid[], $3::text::uuid[]) lost (user_id, channel_id, thread_id)
  where draft.user_id = lost.user_id and draft.channel_id = lost.channel_id
    and draft.thread_id is not distinct from lost.thread_id
  returning draft.user_id as "userId", draft.channel_id as "channelId", draft.thread_id as "threadId"`);

async function removeLost(tx: Transaction, lost: readonly Place[]): Promise<PlacedEvent[]> {
  const removed = await remove(tx, [
    plainArrayLiteral(lost.map(({ userId }) => userId)),
    plainArrayLiteral(lost.map(({ channelId }) => channelId)),
    plainArrayLiteral(lost.map(({ threadId }) => threadId)),
  ]);
  return removed.map(({ userId, channelId, threadId }) => ({
    stream: userStream(userId),
    event: { type: 'draft.deleted', data: { channelId, threadId } },
  }));
}
