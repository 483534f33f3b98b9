import { arrayLiteral, newId, type Queryable, statement, type Transaction } from '@palaver/db';
import type { EndpointRow } from './record.js';

/** Longer than a call and what is written of it take: after it another node goes on. */
const LEASE_MS = 20_000;

/** An interaction that this node calls the endpoint of its bot with, until its lease ends. */
export interface Sending {
  readonly id: string;
  readonly botId: string;
  readonly lease: string;
  readonly ownerId: string;
  readonly host: string;
  /** How often it was tried before. */
  readonly attempts: number;
  /** When the bot can answer no more. */
  readonly expiresAt: Date;
  /** Whether the last calls of the endpoint have failed. */
  readonly isFailing: boolean;
}

/** What has as many calls under way as it may. */
export interface Busy {
  readonly hosts: readonly string[];
  readonly ownerIds: readonly string[];
  readonly botIds: readonly string[];
}

interface SendingRow {
  readonly id: string;
  readonly bot_id: string;
  readonly owner_id: string;
  readonly host: string;
  readonly attempts: number;
  readonly expires_at: number;
  readonly is_failing: boolean;
}

const take = statement<SendingRow>(`
  with due as materialized (
    select interaction.id, interaction.bot_id, bot.bot_owner_id as owner_id, endpoint.host,
      interaction.send_attempts::int as attempts, (extract(epoch from interaction.expires_at) * 1000)::float8 as expires_at,
      endpoint.failures > 0 as is_failing
    from interactions interaction
    join bot_endpoints endpoint on endpoint.bot_id = interaction.bot_id
    join users bot on bot.id = interaction.bot_id and bot.deleted_at is null and bot.deactivated_at is null
    where interaction.send_at <= $1::timestamptz and interaction.expires_at > $1::timestamptz
      and (endpoint.paused_until is null or endpoint.paused_until <= $1::timestamptz)
      and endpoint.host <> all($4::text::text[]) and bot.bot_owner_id <> all($5::text::uuid[])
      and interaction.bot_id <> all($6::text::uuid[])
      and not exists (
        select from interactions earlier
        where earlier.bot_id = interaction.bot_id and earlier.user_id = interaction.user_id
          and earlier.asked_seq < interaction.asked_seq and earlier.send_at is not null
          and earlier.expires_at > $1::timestamptz)
    order by interaction.send_at, interaction.asked_seq limit 1 for update of interaction skip locked
  )
  update interactions set send_at = $2::timestamptz, lease = $3::uuid
  from due where interactions.id = due.id returning due.*`);

/**
 * Takes the interaction that is due for longest, which no other node takes before the lease ends; null without one. What one
 * person asks of a bot is called in the order in which they asked.
 */
export async function takeSending(q: Queryable, now: Date, busy: Busy): Promise<Sending | null> {
  const lease = newId();
  const [row] = await take(q, [
    now.toISOString(),
    new Date(now.getTime() + LEASE_MS).toISOString(),
    lease,
    arrayLiteral(busy.hosts),
    arrayLiteral(busy.ownerIds),
    arrayLiteral(busy.botIds),
  ]);
  if (!row) return null;
  const { id, bot_id: botId, owner_id: ownerId, host, attempts, is_failing: isFailing } = row;
  return { id, botId, lease, ownerId, host, attempts, expiresAt: new Date(row.expires_at), isFailing };
}

interface AskedRow {
  readonly frame: string;
  readonly at: number;
  readonly server_id: string | null;
  readonly url: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: number | null;
}

const read = statement<AskedRow>(`
  select event.frame, (extract(epoch from event.created_at) * 1000)::float8 as at, interaction.server_id, endpoint.url,
    endpoint.secret, endpoint.previous_secret, (extract(epoch from endpoint.previous_until) * 1000)::float8 as previous_until
  from interactions interaction
  join bot_endpoints endpoint on endpoint.bot_id = interaction.bot_id
  join events event on event.stream_id = interaction.bot_id and event.seq = interaction.asked_seq
  where interaction.id = $1::text::uuid and interaction.lease = $2::text::uuid`);

/** What a call is made of. */
export interface AskedEvent extends Pick<EndpointRow, 'url' | 'secret' | 'previousSecret' | 'previousUntil'> {
  /** `interaction.created`, as the log has it. */
  readonly frame: string;
  readonly at: Date;
  readonly serverId: string | null;
}

/** Null where the interaction or the endpoint has ended, and where another node has it. */
export async function readAsked(q: Queryable, { id, lease }: Sending): Promise<AskedEvent | null> {
  const [row] = await read(q, [id, lease]);
  if (!row) return null;
  const { frame, at, server_id: serverId, url, secret, previous_secret: previousSecret } = row;
  const previousUntil = row.previous_until === null ? null : new Date(row.previous_until);
  return { frame, at: new Date(at), serverId, url, secret, previousSecret, previousUntil };
}

const end = statement<{ id: string }>(`
  update interactions set send_at = null, lease = null where id = $1::text::uuid and lease = $2::text::uuid returning id`);

/** Ends the calls of an interaction. Returns false where another node has it, and then does nothing. */
export async function endSending(
  q: Queryable,
  { id, lease }: Pick<Sending, 'id' | 'lease'>,
): Promise<boolean> {
  return (await end(q, [id, lease])).length > 0;
}

const put = statement<{ id: string }>(`
  update interactions set send_at = $3::text::timestamptz, lease = null, send_attempts = send_attempts + 1
  where id = $1::text::uuid and lease = $2::text::uuid returning id`);

/** Gives an interaction back, to be tried again. Returns false where another node has it. */
export async function putOff(tx: Transaction, { id, lease }: Sending, sendAt: Date): Promise<boolean> {
  return (await put(tx, [id, lease, sendAt.toISOString()])).length > 0;
}
