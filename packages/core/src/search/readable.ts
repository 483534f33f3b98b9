import { IS_SEEN } from '../channels/readable-sql.js';

/**
 * Selects the channels that the user `$1` may read (`refusal` of channels/permissions.ts for `read`): `id`, `scope_id`,
 * `name` and `is_dm`. Those of the server `$2`, or of all servers and direct messages where that is null. Each
 * statement of a search has it, so that what was lost a moment ago is neither found nor counted.
 */
export const READABLE = `
  select channel.id, channel.server_id as scope_id, channel.name, false as is_dm
  from server_members membership
  join servers server on server.id = membership.server_id and server.deleted_at is null
  join channels channel on channel.server_id = membership.server_id and channel.deleted_at is null
  left join channel_members member on member.channel_id = channel.id and member.user_id = membership.user_id
  where membership.user_id = $1::text::uuid and ($2::text is null or membership.server_id = $2::text::uuid)
    and ${IS_SEEN}
  union all
  select channel.id, channel.id, channel.name, true
  from channel_members member
  join channels channel on channel.id = member.channel_id and channel.is_dm and channel.deleted_at is null
  where member.user_id = $1::text::uuid and $2::text is null`;
