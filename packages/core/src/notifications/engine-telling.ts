import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import type { StreamBatch } from '../log/consumers/consumer.js';
import type { InboxEvents } from './engine-events.js';

const find = statement<{ id: string }>(`
  select channel_id as id from message_mentions where message_id = any($2::text::uuid[])
  union
  select channel.id from unnest($1::text::uuid[]) asked (id) join channels channel on channel.id = asked.id
  where channel.is_dm or channel.default_notification_level = 'all'
    or exists (select from notification_preferences wanted
      where wanted.channel_id = channel.id and wanted.level = 'all')
    or exists (select from notification_preferences wanted
      where wanted.server_id = channel.server_id and wanted.channel_id is null and wanted.level = 'all')
    or exists (select from notification_preferences wanted
      join channel_members member on member.channel_id = channel.id and member.user_id = wanted.user_id
      where wanted.server_id is null and wanted.channel_id is null and wanted.level = 'all')`);

/**
 * The channels whose posts may notify somebody who follows no thread of theirs: direct messages, those with a mention
 * among these posts, and those of which somebody wants every message, or all do by default. Most channels are none of them, and one look at
 * all of them is cheaper than a look for the people of each.
 */
export async function findTellingChannels(
  tx: Transaction,
  read: ReadonlyArray<{ readonly batch: StreamBatch; readonly events: InboxEvents | null }>,
): Promise<ReadonlySet<string>> {
  const withPosts = read.filter(({ events }) => events && events.posted.length > 0);
  if (withPosts.length === 0) return new Set();
  // Plain posts mention nobody.
  const messageIds = withPosts.flatMap(({ batch, events }) =>
    batch.posts.length > 0 ? [] : (events?.posted.map((post) => post.messageId) ?? []),
  );
  const rows = await find(tx, [
    plainArrayLiteral(withPosts.map(({ batch }) => batch.stream.id)),
    plainArrayLiteral([...new Set(messageIds)]),
  ]);
  return new Set(rows.map(({ id }) => id));
}
