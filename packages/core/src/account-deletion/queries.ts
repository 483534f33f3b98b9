import { newId, type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, isNull, sql } from 'drizzle-orm';
import { LOWEST_ID } from '../kernel/schema/ids.js';
import { DELETED_PROFILE } from '../users/deleted-profile.js';

const { accountDeletions, erasures, servers, serverMembers, users } = tables;

/** How much of a deletion is done; `STEPS` of remains.ts has their order. */
export type Deletion = InferSelectModel<typeof accountDeletions>;
export type Step = Deletion['step'];

/** Empties the row of an account: from the commit on nobody signs in as it, and every read shows the empty profile. */
export async function emptyAccount(tx: Transaction, userId: string, deletedAt: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      ...DELETED_PROFILE,
      deletedAt,
      email: null,
      verifiedEmail: null,
      pendingEmail: null,
      timezone: null,
      sharesTimezone: false,
      passwordHash: null,
      externalId: null,
      readReceipts: false,
      invisible: false,
      dmsFrom: 'nobody',
      admin: false,
      foundAs: null,
      nameParts: null,
    })
    .where(eq(users.id, userId));
}

/**
 * Removes what a person signs in by, what is still to be mailed to them and what is still to be posted in their name. Each
 * table has few rows of one person.
 */
const removeAccess = statement(`
  with totp as (delete from totp_secrets where user_id = $1::text::uuid),
    codes as (delete from recovery_codes where user_id = $1::text::uuid),
    keys as (delete from passkeys where user_id = $1::text::uuid),
    linked as (delete from identities where user_id = $1::text::uuid),
    networks as (delete from known_networks where user_id = $1::text::uuid),
    attempts as (delete from sign_in_attempts where user_id = $1::text::uuid),
    exchanges as (delete from exchange_codes where user_id = $1::text::uuid),
    links as (delete from mail_tokens where user_id = $1::text::uuid),
    history as (delete from security_events where user_id = $1::text::uuid),
    digests as (delete from mail_digests where user_id = $1::text::uuid),
    mails as (
      delete from mail_outbox
      where user_id = $1::text::uuid or user_id is null and lower(address) = lower($2::text)),
    asked as (update interactions set expires_at = created_at where user_id = $1::text::uuid),
    scheduled as (delete from scheduled_messages where user_id = $1::text::uuid returning attachment_ids),
    kept as (
      update attachments set scheduled_id = null
      where message_id is null and id in (
        select jsonb_array_elements_text(attachment_ids)::uuid from scheduled)),
    importing as (update imports set created_by_name = $3::text where created_by = $1::text::uuid)
  update api_keys set created_by = $3::text
  where id in (select target_id from admin_acts where actor_id = $1::text::uuid and act = 'key.created')`);

export async function endAccess(tx: Transaction, userId: string, email: string | null): Promise<void> {
  await removeAccess(tx, [userId, email, DELETED_PROFILE.username]);
}

const reserve = statement(`
  insert into reserved_usernames (name_hash, free_at)
  values (sha256(convert_to(lower($1::text), 'UTF8')), now() + make_interval(days => $2::text::integer))
  on conflict (name_hash) do update set free_at = excluded.free_at`);

/** Lets nobody take a username for some days, by the clock of the database. */
export async function reserveUsername(tx: Transaction, username: string, days: number): Promise<void> {
  await reserve(tx, [username, String(days)]);
}

export async function insertDeletion(tx: Transaction, userId: string): Promise<void> {
  await tx.insert(accountDeletions).values({ userId, deletedAt: sql`now()`, step: 'bots' });
}

/** Writes the deletion into the list of what was erased, which a restore of an older backup reads (docs/retention.md). */
export async function insertInLedger(
  tx: Transaction,
  { userId, askedBy, at }: { readonly userId: string; readonly askedBy: string | null; readonly at: Date },
): Promise<void> {
  const fresh = { id: newId(), kind: 'account' as const, userId, askedBy, createdAt: at, endedAt: at };
  await tx.insert(erasures).values({ ...fresh, atChannel: LOWEST_ID });
}

/**
 * What was begun before a deletion may still write the old profile: no transaction of the service lasts as long as this.
 * The log is not looked at before.
 */
const SETTLE_SECONDS = 15;

/** The deletion after the given one for which there is something to do, in the order of ids; null when there is none. */
export async function nextDeletion(q: Queryable, after: Deletion | null): Promise<Deletion | null> {
  const [row] = await q
    .select()
    .from(accountDeletions)
    .where(
      and(
        after ? gt(accountDeletions.userId, after.userId) : undefined,
        sql`(${accountDeletions.step} <> 'log' or ${accountDeletions.deletedAt} <= now() - make_interval(secs => ${SETTLE_SECONDS}))`,
      ),
    )
    .orderBy(accountDeletions.userId)
    .limit(1);
  return row ?? null;
}

/** The deletion as it is now, locked until the transaction ends; null when it is done or another node works on it. */
export async function lockDeletion(tx: Transaction, userId: string): Promise<Deletion | null> {
  const [row] = await tx
    .select()
    .from(accountDeletions)
    .where(eq(accountDeletions.userId, userId))
    .for('update', { skipLocked: true });
  return row ?? null;
}

export async function moveOn(
  tx: Transaction,
  userId: string,
  to: Partial<Pick<Deletion, 'step' | 'afterId' | 'afterSeq' | 'afterKey'>>,
): Promise<void> {
  await tx.update(accountDeletions).set(to).where(eq(accountDeletions.userId, userId));
}

export async function endDeletion(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(accountDeletions).where(eq(accountDeletions.userId, userId));
}

/** A bot of the person that is still to be deleted. */
export async function nextBot(q: Queryable, ownerId: string): Promise<string | null> {
  const [row] = await q
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.botOwnerId, ownerId), isNull(users.deletedAt)))
    .orderBy(users.id)
    .limit(1);
  return row?.id ?? null;
}

/** Ends a bot that is signed out already. */
export async function endBot(tx: Transaction, botId: string, deletedAt: Date): Promise<void> {
  await tx.delete(tables.sessions).where(eq(tables.sessions.userId, botId));
  await tx.update(users).set({ deletedAt }).where(eq(users.id, botId));
}

/** A server that the person is still in. */
export async function nextServer(q: Queryable, userId: string): Promise<string | null> {
  const [row] = await q
    .select({ id: servers.id })
    .from(serverMembers)
    .innerJoin(servers, and(eq(servers.id, serverMembers.serverId), isNull(servers.deletedAt)))
    .where(eq(serverMembers.userId, userId))
    .orderBy(serverMembers.serverId)
    .limit(1);
  return row?.id ?? null;
}

/** Of each table, rows of the person by its key. */
const KEPT_FOR_ONESELF = [
  'notifications',
  'notification_preferences',
  'notification_keywords',
  'saved_messages',
  'drafts',
  'favorites',
  'thread_follows',
  'user_blocks',
  'idempotency_keys',
  'server_bans',
  'server_timeouts',
] as const;

const removals = KEPT_FOR_ONESELF.map((table) =>
  statement<{ removed: string }>(`
    with gone as (
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where user_id = $1::text::uuid limit $2::text::integer for update))
      returning 1)
    select count(*) as removed from gone`),
);

/** What an import has written down of a person's places. That of a later archive is not written where the account is gone. */
const removeImported = statement<{ removed: string }>(`
  with gone as (
    delete from imported where ctid = any(array(
      select ctid from imported where id = $1::text::uuid and kind in ('member', 'userGroupMember', 'channelMember')
      limit $2::text::integer for update))
    returning 1)
  select count(*) as removed from gone`);

/** Whose account it is stays as a digest, so that a later archive does not make the person again (`moving/import/known-users.ts`). */
const hashImported = statement<{ removed: string }>(`
  with theirs as (
    select made.ctid as place, made.import_id, made.source_id, import.source
    from imported made join imports import on import.id = made.import_id
    where made.id = $1::text::uuid and made.kind = 'user' and made.source_id not like 'deleted:%'
    limit $2::text::integer for update of made
  ), named as (
    update imports import set conversion = jsonb_set(conversion, '{noMembers}', (
      select coalesce(jsonb_agg(person), '[]') from jsonb_array_elements(conversion -> 'noMembers') person
      where not exists (select from theirs where theirs.source = import.source and theirs.source_id = person ->> 'id')))
    where conversion is not null and source in (select source from theirs)
  ), gone as (
    update imported made set note = null, state = null,
      source_id = 'deleted:' || encode(sha256(convert_to(coalesce(theirs.source, '') || E'\\n' || theirs.source_id, 'UTF8')), 'hex')
    from theirs where made.ctid = theirs.place
    returning 1)
  select count(*) as removed from gone`);

const removeOwnEvents = statement<{ removed: string }>(`
  with gone as (
    delete from events where stream_id = $1::text::uuid and seq = any(array(
      select seq from events where stream_id = $1::text::uuid order by seq limit $2::text::integer))
    returning 1)
  select count(*) as removed from gone`);

/**
 * Removes some of what a person has kept for themselves, and of the events that they alone could read. Returns whether
 * anything may be left.
 */
export async function removeSomeRows(tx: Transaction, userId: string, limit: number): Promise<boolean> {
  // What the trigger `events_purge_only` asks for.
  await tx.execute(sql`set local palaver.purge = 'partition'`);
  for (const remove of [...removals, removeImported, hashImported, removeOwnEvents]) {
    const [row] = await remove(tx, [userId, String(limit)]);
    if (Number(row?.removed ?? 0) === limit) return true;
  }
  return false;
}
