import { IS_SEEN } from '../channels/readable-sql.js';
import type { Notification } from '../protocol/records/notification.js';

/** The columns of an item, under the names of `ItemRow`, for raw statements over `notifications item`. */
export const ITEM_COLUMNS = `item.id, item.user_id as "userId", item.kind, item.server_id as "serverId",
  item.channel_id as "channelId", item.message_id as "messageId", item.thread_id as "threadId", item.author_id as "authorId",
  item.count, item.silent, ${milliseconds('created_at')} as "createdAt", ${milliseconds('updated_at')} as "updatedAt",
  ${milliseconds('read_at')} as "readAt"`;

function milliseconds(column: string): string {
  return `(extract(epoch from item.${column}) * 1000)::float8`;
}

/** A row of `notifications`; its instants are in milliseconds since 1970. */
export interface ItemRow extends Omit<Notification, 'createdAt' | 'updatedAt' | 'readAt'> {
  readonly userId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly readAt: number | null;
}

/**
 * Whether the owner of an item has been allowed to read what it is about ever since it came, as `refusal` in
 * channels/permissions.ts decides for one channel. Whoever comes back does not find the items of before.
 */
export const IS_READABLE = `exists (
  select from channels channel
  left join servers server on server.id = channel.server_id
  left join server_members membership on membership.server_id = channel.server_id and membership.user_id = item.user_id
    and membership.joined_at <= item.created_at
  left join channel_members member on member.channel_id = channel.id and member.user_id = item.user_id
    and member.joined_at <= item.created_at
  where channel.id = item.channel_id and channel.deleted_at is null and server.deleted_at is null and ${IS_SEEN})`;

/** Field by field: to spread an object of ten thousand takes longer than to write its frame. */
export function toNotification(item: ItemRow): Notification {
  const { createdAt, updatedAt, readAt } = item;
  const created = iso(createdAt);
  return {
    id: item.id,
    kind: item.kind,
    serverId: item.serverId,
    channelId: item.channelId,
    messageId: item.messageId,
    threadId: item.threadId,
    authorId: item.authorId,
    count: item.count,
    silent: item.silent,
    createdAt: created,
    updatedAt: updatedAt === createdAt ? created : iso(updatedAt),
    readAt: readAt === null ? null : iso(readAt),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
