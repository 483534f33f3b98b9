import { statement, type Transaction, tables } from '@palaver/db';
import { and, eq, sql } from 'drizzle-orm';
import { addMember } from '../../channels/membership.js';
import { toDirectMessage } from '../../channels/record.js';
import { iso } from '../../kernel/sql/instant.js';
import { lockStream, lockStreams } from '../../log/append.js';
import { channelStream, serverStream, userStream } from '../../log/streams.js';
import type { Emit } from '../../log/transact.js';
import { Role } from '../../protocol/records/server.js';
import { toServer } from '../../servers/record.js';
import { type JoiningUser, lockJoiningUser } from '../../users/access.js';
import { toUser } from '../../users/record.js';
import { isHiddenDm, shownKeyOf } from './write-places.js';

const { channels, serverMembers, servers } = tables;

/** Members, or direct messages, of one transaction. */
const SOME = 50;

interface Waiting {
  readonly id: string;
  readonly role: string;
  readonly joined_at: string;
}

const waiting = statement<Waiting>(`
  select member.id, member.note ->> 'role' as role, member.note ->> 'joinedAt' as joined_at
  from imported member join users account on account.id = member.id and account.deleted_at is null
  where member.import_id = $1 and member.kind = 'member' and coalesce(member.note ->> 'import', member.import_id::text) = $4::text
    and not exists (select from server_members known where known.server_id = $2 and known.user_id = member.id)
    and not exists (select from server_bans ban where ban.server_id = $2 and ban.user_id = member.id)
  order by member.note ->> 'role' <> 'owner', member.id limit $3::text::int`);

/**
 * Makes some of the members that the import `ownId` has brought members of the server, its owner first: from then on they see it. Each joins as anybody does,
 * by `member.joined` and `server.joined`, but with the instant of the archive. Returns whether there were any.
 */
export async function joinMembers(
  tx: Transaction,
  emit: Emit,
  {
    importId,
    ownId,
    serverId,
  }: { readonly importId: string; readonly ownId: string; readonly serverId: string },
): Promise<boolean> {
  const rows = await waiting(tx, [importId, serverId, String(SOME), ownId]);
  const joining: Array<{ readonly user: JoiningUser; readonly row: Waiting }> = [];
  // Accounts are locked in the order of their ids, before the streams.
  for (const row of [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const user = await lockJoiningUser(tx, row.id);
    if (user) joining.push({ user, row });
  }
  const inOrder = rows.flatMap(({ id }) => joining.find(({ user }) => user.id === id) ?? []);
  await lockStreams(tx, [serverStream(serverId), ...joining.map(({ user }) => userStream(user.id))]);
  for (const { user, row } of inOrder) await joinOne(tx, emit, serverId, user, row);
  return rows.length > 0;
}

async function joinOne(
  tx: Transaction,
  emit: Emit,
  serverId: string,
  user: JoiningUser,
  row: Waiting,
): Promise<void> {
  const role = Role.parse(row.role);
  const joinedAt = new Date(row.joined_at);
  const { server, seq } = await emit(serverStream(serverId), async () => {
    const [added] = await tx
      .insert(serverMembers)
      .values({
        serverId,
        userId: user.id,
        role,
        joinedAt,
        timedOutUntil: runningTimeoutOf(serverId, user.id),
      })
      .returning({ timedOutUntil: serverMembers.timedOutUntil });
    const [server] = await tx
      .update(servers)
      .set({ memberCount: sql`${servers.memberCount} + 1` })
      .where(eq(servers.id, serverId))
      .returning();
    if (!server) throw new Error(`server ${serverId} vanished under its lock`);
    const data = {
      serverId,
      channelId: null,
      user: toUser(user),
      role,
      joinedAt: iso(joinedAt),
      timedOutUntil: added?.timedOutUntil ? iso(added.timedOutUntil) : null,
      memberCount: server.memberCount,
    };
    return { server, event: { type: 'member.joined' as const, data } };
  });
  const data = { server: toServer(server), role, since: seq };
  await emit(userStream(user.id), { type: 'server.joined', data });
}

/** Until when a member may not write, by a time-out of the archive that is not over. */
const runningTimeoutOf = (serverId: string, userId: string) => sql<Date | null>`(
  select until from server_timeouts where server_id = ${serverId} and user_id = ${userId} and until > now())`;

/** Gives one direct message of an import to its people. Returns whether there was any. */
export async function showDirectMessage(tx: Transaction, emit: Emit, importId: string): Promise<boolean> {
  const [row] = await tx.select().from(channels).where(isHiddenDm(importId)).limit(1);
  const dmKey = shownKeyOf(row?.dmKey ?? null);
  if (!row || dmKey === null) return false;
  const users: JoiningUser[] = [];
  for (const id of dmKey.split(',')) {
    const user = await lockJoiningUser(tx, id);
    if (user) users.push(user);
  }
  const isOpen = (await tx.$count(channels, and(eq(channels.dmKey, dmKey)))) > 0;
  if (isOpen || users.length < 2) {
    // They have opened one of their own meanwhile, or one of them is gone: theirs stays as it is.
    await tx
      .update(channels)
      .set({ deletedAt: sql`now()`, dmKey: `gone ${row.id}` })
      .where(eq(channels.id, row.id));
    return true;
  }
  await tx.update(channels).set({ dmKey }).where(eq(channels.id, row.id));
  await lockStream(tx, channelStream(row.id));
  let since = 0;
  for (const user of users) since = (await addMember(tx, emit, row, user)).seq;
  const shown = { ...row, dmKey, memberCount: users.length };
  const members = users.map(toUser).reverse();
  for (const { id } of users)
    await emit(userStream(id), {
      type: 'channel.created',
      data: { ...toDirectMessage(shown, members, id), since },
    });
  return true;
}
