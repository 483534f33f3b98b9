/** The names that a statement has for what decides about seeing a channel. */
interface Aliases {
  /** The row of `channels`. */
  readonly channel: string;
  /** The row of `server_members`, all null for who is not in the server. */
  readonly membership: string;
  /** The row of `channel_members`, all null for who is not in the channel. */
  readonly member: string;
}

/** `isClosed` of permissions.ts as SQL, for a channel that is not private. */
export function isDeniedToSome(channel: string): string {
  return `${channel}.permission_overrides @> '[{"allow":false,"permission":"read"}]'`;
}

/** Whether an override of a channel denies a member of its server to read it, as SQL: `override` of permissions.ts. */
export function isDenied({ channel, membership }: Omit<Aliases, 'member'>): string {
  return `(${isDeniedToSome(channel)} and case
    when ${channel}.permission_overrides @> '[{"role":"bot","permission":"read"}]'
      and exists (select from users reader where reader.id = ${membership}.user_id and reader.bot)
    then ${channel}.permission_overrides @> '[{"role":"bot","allow":false,"permission":"read"}]'
    else ${channel}.permission_overrides @> jsonb_build_array(
      jsonb_build_object('role', ${membership}.role, 'allow', false, 'permission', 'read')) end)`;
}

/** Whether a user sees a channel, as SQL: what `sees` of permissions.ts decides. */
export function isSeen({ channel, membership, member }: Aliases): string {
  return `case
    when ${channel}.server_id is null then ${member}.user_id is not null
    when ${membership}.user_id is null then false
    when ${channel}.is_private then ${member}.user_id is not null
    else not ${isDenied({ channel, membership })} end`;
}

/**
 * Whether a person manages a channel of a server, as SQL: what `refusal` of permissions.ts decides for `manage`. A test of
 * exposed-secrets/ compares both for each role, kind of channel and override.
 */
export function isManaged(aliases: Aliases): string {
  const { channel, membership } = aliases;
  return `(${isSeen(aliases)} and coalesce(${membership}.role in ('admin', 'owner') or
    ${channel}.permission_overrides @> jsonb_build_array(
      jsonb_build_object('role', ${membership}.role, 'allow', true, 'permission', 'manageChannel')), false))`;
}

/**
 * Whether a user may read a channel, as SQL: what `refusal` of permissions.ts decides for `read`. Both parameters are
 * columns of the statement around it, which has none of the names in here.
 */
export function isReadable(channelId: string, userId: string): string {
  return `exists (
  select from channels this_channel
  left join servers this_server on this_server.id = this_channel.server_id
  left join server_members this_role
    on this_role.server_id = this_channel.server_id and this_role.user_id = ${userId}
  left join channel_members this_member
    on this_member.channel_id = this_channel.id and this_member.user_id = ${userId}
  where this_channel.id = ${channelId} and this_channel.deleted_at is null and this_server.deleted_at is null
    and ${isSeen({ channel: 'this_channel', membership: 'this_role', member: 'this_member' })})`;
}

/** `isSeen` under the names that most statements have. */
export const IS_SEEN = isSeen({ channel: 'channel', membership: 'membership', member: 'member' });

/**
 * Whether `member`, a row of `channel_members` of `channel`, is of somebody who reads it, where they are known to be in its
 * server: almost always it is decided by the row of the channel.
 */
export const IS_READ_BY_MEMBER = `(not ${isDeniedToSome('channel')} or ${isReadable('channel.id', 'member.user_id')})`;
