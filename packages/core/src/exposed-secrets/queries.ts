import { type Queryable, tables } from '@palaver/db';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { isManaged, isSeen } from '../channels/access.js';
import type { Page } from '../kernel/schema/pagination.js';
import { newestFirst, within } from '../kernel/sql/newest-first.js';
import type { ExposedSecret } from '../protocol/records/exposed-secret.js';
import { type PublicUserRow, userColumns } from '../users/record.js';

const { incomingWebhooks, outgoingWebhooks } = tables;
const { channelMembers, channels, serverBans, serverMembers, users } = tables;

/** Whose list of which server it is. */
export interface ExposedIn {
  readonly serverId: string;
  readonly viewerId: string;
}

export type ExposedRow = Omit<ExposedSecret, 'serverId' | 'user'> & { readonly user: PublicUserRow };

const ofHolder = { channel: 'channel', membership: 'holder_role', member: 'holder_member' };
const ofViewer = { channel: 'channel', membership: 'viewer_role', member: 'viewer_member' };

/** The webhooks of a server with the person who was shown the secret, and whether that person manages them now. */
function webhooksOf({ serverId, viewerId }: ExposedIn): SQL {
  return sql`(
    select webhook.id, 'incoming' as kind, coalesce(webhook.url_shown_to, webhook.created_by) as holder_id,
      case when ${sql.raw(isSeen(ofViewer))} then webhook.channel_id end as channel_id,
      case when ${sql.raw(isSeen(ofViewer))} then webhook.name end as name,
      webhook.url_ended_at is not null as is_stopped, webhook.url_ended_at is not null as is_waiting,
      ${sql.raw(isManaged(ofViewer))} as may_rotate, ${sql.raw(isManaged(ofHolder))} as is_managed
    from ${incomingWebhooks} webhook
    join ${channels} channel on channel.id = webhook.channel_id and channel.deleted_at is null
    left join ${serverMembers} holder_role on holder_role.server_id = channel.server_id
      and holder_role.user_id = coalesce(webhook.url_shown_to, webhook.created_by)
    left join ${channelMembers} holder_member
      on holder_member.channel_id = channel.id and holder_member.user_id = holder_role.user_id
    left join ${serverMembers} viewer_role
      on viewer_role.server_id = channel.server_id and viewer_role.user_id = ${viewerId}
    left join ${channelMembers} viewer_member
      on viewer_member.channel_id = channel.id and viewer_member.user_id = viewer_role.user_id
    where channel.server_id = ${serverId}
    union all
    select webhook.id, 'outgoing', coalesce(webhook.secret_shown_to, webhook.user_id), null, webhook.host,
      not webhook.enabled, false, true, coalesce(holder_role.role in ('admin', 'owner'), false)
    from ${outgoingWebhooks} webhook
    left join ${serverMembers} holder_role on holder_role.server_id = webhook.server_id
      and holder_role.user_id = coalesce(webhook.secret_shown_to, webhook.user_id)
    where webhook.server_id = ${serverId} and webhook.deleted_at is null
  ) exposed`;
}

const exposedId = sql<string>`exposed.id`;

function reasonIn(serverId: string): SQL<ExposedSecret['reason']> {
  return sql`case
    when ${users.deletedAt} is not null then 'deleted'
    when ${users.deactivatedAt} is not null then 'deactivated'
    when exposed.is_managed then null
    when exists (select from ${serverBans} where ${serverBans.serverId} = ${serverId} and ${serverBans.userId} = ${users.id}
      and (${serverBans.expiresAt} is null or ${serverBans.expiresAt} > now())) then 'banned'
    when exists (select from ${serverMembers} where ${serverMembers.serverId} = ${serverId} and ${serverMembers.userId} = ${users.id})
    then 'rights' else 'left' end`;
}

const isExposed = sql`(exposed.is_waiting or not exposed.is_managed
  or ${users.deactivatedAt} is not null or ${users.deletedAt} is not null)`;

function select(q: Queryable, where: ExposedIn, condition: SQL | undefined) {
  return q
    .select({
      webhookId: exposedId,
      kind: sql<ExposedSecret['kind']>`exposed.kind`,
      channelId: sql<string | null>`exposed.channel_id`,
      name: sql<string | null>`exposed.name`,
      reason: reasonIn(where.serverId),
      isStopped: sql<boolean>`exposed.is_stopped`,
      mayRotate: sql<boolean>`exposed.may_rotate`,
      user: userColumns,
    })
    .from(webhooksOf(where))
    .innerJoin(users, eq(users.id, sql`exposed.holder_id`))
    .where(and(isExposed, condition));
}

/** A page of the exposed webhooks, the newest first. */
export function listExposed(q: Queryable, where: ExposedIn, page: Page): Promise<ExposedRow[]> {
  return newestFirst(page, (order) =>
    select(q, where, within(page, exposedId)).orderBy(order(exposedId)).limit(page.limit),
  );
}

/** Those of some webhooks that are exposed, or all that were shown to one person: in the order in which they are locked. */
export function findExposed(
  q: Queryable,
  where: ExposedIn,
  which: { readonly webhookIds: readonly string[] } | { readonly shownTo: string },
): Promise<ExposedRow[]> {
  const condition =
    'shownTo' in which ? eq(users.id, which.shownTo) : inArray(exposedId, [...which.webhookIds]);
  return select(q, where, condition).orderBy(sql`exposed.kind, exposed.channel_id`, exposedId);
}
