import { plainArrayLiteral, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { readInChannel } from '../channels/access.js';
import { isReadable } from '../channels/readable-sql.js';
import type { JsonInstant } from '../kernel/sql/instant.js';
import { jsonColumns, jsonList } from '../kernel/sql/json-rows.js';
import type { Command } from '../protocol/records/interaction.js';
import { type PublicUserJson, userColumns } from '../users/record.js';

const { botCommands, unpublishedCommands, users } = tables;

/** As many bots a list has, those that set their commands last. */
const BOTS_MAX = 50;

export interface CommandsRow {
  readonly commands: Command[];
  readonly updatedAt: Date;
}

export async function findCommands(q: Queryable, botId: string): Promise<CommandsRow | null> {
  const [row] = await q
    .select({ commands: botCommands.commands, updatedAt: botCommands.updatedAt })
    .from(botCommands)
    .where(eq(botCommands.botId, botId))
    .prepare('bot_commands_find')
    .execute();
  return row ?? null;
}

/** The commands of a bot that is neither deleted nor deactivated; none for all others. */
export async function findLiveCommands(q: Queryable, botId: string): Promise<Command[]> {
  const [row] = await q
    .select({ commands: botCommands.commands })
    .from(botCommands)
    .innerJoin(users, eq(users.id, botCommands.botId))
    .where(and(eq(botCommands.botId, botId), isNull(users.deletedAt), isNull(users.deactivatedAt)))
    .prepare('bot_commands_find_live')
    .execute();
  return row?.commands ?? [];
}

/** Whether a bot is neither deleted nor deactivated. */
export async function isLiveBot(q: Queryable, botId: string): Promise<boolean> {
  const [row] = await q
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, botId), eq(users.bot, true), isNull(users.deletedAt), isNull(users.deactivatedAt)),
    )
    .prepare('bots_find_live')
    .execute();
  return row !== undefined;
}

export async function replaceCommands(tx: Transaction, botId: string, row: CommandsRow): Promise<void> {
  await tx
    .insert(botCommands)
    .values({ botId, ...row })
    .onConflictDoUpdate({ target: botCommands.botId, set: row });
}

export async function deleteCommands(tx: Transaction, botId: string): Promise<void> {
  await tx.delete(botCommands).where(eq(botCommands.botId, botId));
}

export type ChannelCommandsJson = PublicUserJson & {
  readonly commands: Command[];
  readonly commandsUpdatedAt: JsonInstant;
};

const inChannel = sql`(
  select ${jsonColumns(userColumns)}, ${botCommands.commands} as "commands", ${botCommands.updatedAt} at time zone 'UTC' as "commandsUpdatedAt"
  from ${botCommands} join ${users} on ${users.id} = ${botCommands.botId}
  where ${users.deletedAt} is null and ${users.deactivatedAt} is null and ${botCommands.commands} <> '[]'
    and ${sql.raw(isReadable('"channels"."id"', '"bot_commands"."bot_id"'))}
  order by ${botCommands.updatedAt} desc, ${users.id} limit ${sql.raw(String(BOTS_MAX))})`;

/** The bots that have commands and may read a channel, with their commands. Throws `CHANNEL_NOT_FOUND`. */
export const readChannelCommands = readInChannel(
  'channel_commands',
  sql`${sql.placeholder('channel')}`,
  sql<readonly ChannelCommandsJson[]>`${jsonList(inChannel)}`,
);

/** A stream that has not been told of the latest commands of a bot. */
export interface UnpublishedCommands {
  readonly botId: string;
  readonly streamId: string;
}

export async function insertUnpublished(
  tx: Transaction,
  botId: string,
  streamIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${unpublishedCommands} (bot_id, stream_id)
    select ${botId}::uuid, unnest(${plainArrayLiteral(streamIds)}::text::uuid[]) on conflict do nothing`);
}

/** One stream of the bot after the given one, in the order of ids; null when no later bot has any. */
export async function nextUnpublished(
  q: Queryable,
  after: UnpublishedCommands | null,
): Promise<UnpublishedCommands | null> {
  const [row] = await q
    .select()
    .from(unpublishedCommands)
    .where(after ? gt(unpublishedCommands.botId, after.botId) : undefined)
    .orderBy(unpublishedCommands.botId, unpublishedCommands.streamId)
    .limit(1);
  return row ?? null;
}

/** Whether the stream had still to be told. */
export async function deleteUnpublished(
  tx: Transaction,
  { botId, streamId }: UnpublishedCommands,
): Promise<boolean> {
  const rows = await tx
    .delete(unpublishedCommands)
    .where(and(eq(unpublishedCommands.botId, botId), eq(unpublishedCommands.streamId, streamId)))
    .returning({ botId: unpublishedCommands.botId });
  return rows.length > 0;
}
