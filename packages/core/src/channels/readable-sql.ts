/**
 * Whether a user may read a channel, as SQL: what `refusal` of permissions.ts decides for `read`. Both parameters are
 * columns of the statement around it.
 */
export function isReadable(channelId: string, userId: string): string {
  return `exists (
  select from channels channel
  left join servers server on server.id = channel.server_id
  left join server_members membership
    on membership.server_id = channel.server_id and membership.user_id = ${userId}
  left join channel_members member on member.channel_id = channel.id and member.user_id = ${userId}
  where channel.id = ${channelId} and channel.deleted_at is null and server.deleted_at is null and case
    when channel.server_id is null then member.user_id is not null
    else membership.user_id is not null and (not channel.is_private or member.user_id is not null) end)`;
}
