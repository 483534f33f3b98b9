import { arrayLiteral, prepared, type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { and, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { headOf } from '../log/snapshot.js';
import { type MeRow, meColumns, type PublicUserRow, userColumns } from './record.js';

const { users } = tables;

const ofId = and(eq(users.id, sql.placeholder('id')), isNull(users.deletedAt));

const byId = prepared((q) => q.select(meColumns).from(users).where(ofId).prepare('users_find'));

/** An account that has not been deleted, by its id. */
export async function findUser(q: Queryable, userId: string): Promise<MeRow | null> {
  const [row] = await byId(q).execute({ id: userId });
  return row ?? null;
}

const byIds = prepared((q) =>
  q
    .select(meColumns)
    .from(users)
    .where(and(sql`${users.id} = any(${sql.placeholder('ids')}::uuid[])`, isNull(users.deletedAt)))
    .prepare('users_find_several'),
);

/** Accounts that have not been deleted, in the order of the ids; null for no such account. */
export async function findUsers(q: Queryable, ids: readonly string[]): Promise<Array<MeRow | null>> {
  const rows = await byIds(q).execute({ ids: arrayLiteral(ids) });
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
}

const byNames = prepared((q) =>
  q
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      and(sql`lower(${users.username}) = any(${sql.placeholder('names')}::text[])`, isNull(users.deletedAt)),
    )
    .prepare('users_find_named'),
);

/** The ids of accounts by their names in lower case. */
export async function findUserIdsByName(
  q: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await byNames(q).execute({ names: arrayLiteral(names) });
  return new Map(rows.map(({ id, username }) => [username.toLowerCase(), id]));
}

const takenNames = statement<{ name: string }>(`
  select name from unnest($1::text::text[]) asked (name)
  where exists (select from users where lower(username) = name and deleted_at is null)
    or exists (
      select from reserved_usernames where name_hash = sha256(convert_to(name, 'UTF8')) and free_at > now())`);

/** Those of the names, in lower case, that an account has, or that are reserved because one had it until lately. */
export async function findTakenNames(q: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await takenNames(q, [arrayLiteral(names)]);
  return new Set(rows.map(({ name }) => name));
}

const me = prepared((q) =>
  q
    .select({ ...meColumns, seq: headOf(sql`${sql.placeholder('id')}::uuid`) })
    .from(users)
    .where(ofId)
    .prepare('users_find_me'),
);

/** The same as `findUser`, with the position of the account's own stream when it was read. */
export async function findMe(q: Queryable, userId: string): Promise<(MeRow & { seq: number }) | null> {
  const [row] = await me(q).execute({ id: userId });
  return row ?? null;
}

/**
 * An account, locked until the transaction ends. It is read by a statement of its own: one that waits for the lock would
 * read the blocks, which are rows of another table, as they were before it waited.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<MeRow | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')
    .prepare('users_lock')
    .execute();
  return row ? findUser(tx, row.id) : null;
}

/** An account whose profile nobody changes until the transaction ends; with `alone`, only this transaction has it. */
export async function lockProfile(
  tx: Transaction,
  userId: string,
  { alone }: { readonly alone: boolean },
): Promise<PublicUserRow | null> {
  const [row] = await tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for(alone ? 'no key update' : 'share')
    .prepare(`users_lock_profile_${alone ? 'alone' : 'shared'}`)
    .execute();
  return row ?? null;
}

export function findBotsOf(q: Queryable, ownerId: string): Promise<PublicUserRow[]> {
  return q
    .select(userColumns)
    .from(users)
    .where(and(eq(users.botOwnerId, ownerId), isNull(users.deletedAt)));
}

/** A bot that has not been deleted, by its owner and its id. */
export async function findBotOf(q: Queryable, ownerId: string, botId: string): Promise<PublicUserRow | null> {
  const [row] = await q
    .select(userColumns)
    .from(users)
    .where(isBotOf(ownerId, botId))
    .prepare('bots_find_of')
    .execute();
  return row ?? null;
}

/** The same as `findBotOf`, with the bot's row locked until the transaction ends. */
export async function lockBotOf(
  tx: Transaction,
  ownerId: string,
  botId: string,
): Promise<PublicUserRow | null> {
  const [row] = await tx.select(userColumns).from(users).where(isBotOf(ownerId, botId)).for('no key update');
  return row ?? null;
}

function isBotOf(ownerId: string, botId: string): SQL | undefined {
  return and(eq(users.id, botId), eq(users.botOwnerId, ownerId), isNull(users.deletedAt));
}

const isShown = or(isNull(users.deletedAt), not(users.bot));

/** An account, also one whose person has deleted it: it has a record for ever, because its messages stay. */
export async function findShownUser(q: Queryable, userId: string): Promise<PublicUserRow | null> {
  const [row] = await q
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, userId), isShown))
    .prepare('users_find_shown')
    .execute();
  return row ?? null;
}

/** The time zone of an account that shows it; null for any other. */
export async function findShownTimezone(q: Queryable, userId: string): Promise<string | null> {
  const [row] = await q
    .select({ timezone: users.timezone })
    .from(users)
    .where(and(eq(users.id, userId), users.sharesTimezone))
    .prepare('users_find_timezone')
    .execute();
  return row?.timezone ?? null;
}

/** The same, with a profile that stays until the transaction ends. */
export async function lockShownUser(tx: Transaction, userId: string): Promise<PublicUserRow | null> {
  const [row] = await tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, userId), isShown))
    .for('share')
    .prepare('users_lock_shown')
    .execute();
  return row ?? null;
}
