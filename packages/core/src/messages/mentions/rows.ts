import { type Column, plainArrayLiteral, statement, type Transaction, tables } from '@palaver/db';
import { inArray } from 'drizzle-orm';
import { isReadable } from '../../channels/readable-sql.js';
import type { Mentions, Message } from '../../protocol/records/message.js';

const { messageMentions } = tables;

/** Whom a row of `message_mentions` is for. */
interface Target {
  readonly id: string;
  readonly here: boolean;
}

/**
 * Joins `belonging`, the members of a user group who may read a channel now. Both parameters are columns of the statement
 * around it.
 */
export const GROUPED = (groupId: string, channelId: string): string =>
  `join user_group_members belonging
      on belonging.group_id = ${groupId} and ${isReadable(channelId, 'belonging.user_id')}`;

/** The rows of a message, without those of the members of groups. `@channel` mentions those whom `@here` does. */
function targetsOf({ channelId, mentions }: Pick<Message, 'channelId' | 'mentions'>): Target[] {
  const { userIds, channel, here } = mentions;
  const targets = userIds.map((id) => ({ id, here: false }));
  return channel || here ? [...targets, { id: channelId, here: !channel }] : targets;
}

/** The rows of messages that are posted, as a statement is given them. */
export function mentionsOf(messages: readonly Message[]) {
  return messages.flatMap((message) =>
    targetsOf(message).map((target) => ({ ...target, messageId: message.id })),
  );
}

export const MENTION: ReadonlyArray<Column<ReturnType<typeof mentionsOf>[number]>> = [
  ['message_id', 'uuid', ({ messageId }) => messageId],
  ['id', 'uuid', ({ id }) => id],
  ['here', 'boolean', ({ here }) => String(here)],
];

/** The groups that they mention. */
export function groupsOf(messages: readonly Message[]) {
  return messages.flatMap(({ id, mentions }) => mentions.groupIds.map((groupId) => ({ id, groupId })));
}

export const GROUP: ReadonlyArray<Column<ReturnType<typeof groupsOf>[number]>> = [
  ['message_id', 'uuid', ({ id }) => id],
  ['group_id', 'uuid', ({ groupId }) => groupId],
];

/**
 * Common table expressions that write the rows of the messages in `post`, from the relations `mention` (`MENTION`) and
 * `grouping` (`GROUP`). `target` holds them.
 */
export const insertMentions = (mention: string, grouping: string): string => `named as materialized (
    select * from ${mention}
  ), grouped as materialized (
    select distinct grouping.message_id, belonging.user_id as id
    from ${grouping} join post on post.id = grouping.message_id
    ${GROUPED('grouping.group_id', 'post.channel_id')}
  ), target as materialized (
    select message_id, id, here from named
    union all
    select message_id, id, false from grouped
    where not exists (select from named where named.message_id = grouped.message_id and named.id = grouped.id)
  ), mentioned as (
    insert into message_mentions (target_id, channel_id, seq, message_id, thread_id, added_seq, here)
    select target.id, post.channel_id, post.seq, post.id, post.thread_id, post.seq, target.here
    from target join post on post.id = target.message_id
  )`;

const replace = statement(`
  with target as (
    select * from unnest($4::text::uuid[], $5::text::boolean[]) target (id, here)
  ), removed as (
    delete from message_mentions old where message_id = $1
      and not exists (select from target where target.id = old.target_id)
      and not exists (select from user_group_members belonging
        where belonging.user_id = old.target_id and belonging.group_id = any($6::text::uuid[]))
  ), grouped as (
    select distinct belonging.user_id as id from messages message cross join unnest($7::text::uuid[]) added (group_id)
    ${GROUPED('added.group_id', 'message.channel_id')}
    where message.id = $1 and not exists (select from target where target.id = belonging.user_id)
  ), wanted as (
    select id, here from target union all select id, false from grouped
  )
  insert into message_mentions (target_id, channel_id, seq, message_id, thread_id, added_seq, here)
  select target.id, message.channel_id, message.seq, message.id, message.thread_id, $3::text::bigint, target.here
  from wanted target join messages message on message.id = $1 and message.channel_id = $2
  where not exists (
    select from message_mentions kept
    where kept.message_id = $1 and kept.target_id = target.id and kept.here = target.here
  )
  on conflict (target_id, channel_id, seq) do update set here = excluded.here, added_seq = excluded.added_seq`);

/**
 * Writes whom an edited message mentions; whom it has mentioned before keeps the position of that event. Of a group that it
 * has named before, nobody is added.
 */
export async function replaceMentions(
  tx: Transaction,
  before: Mentions,
  message: Message,
  addedSeq: number,
): Promise<void> {
  if (isNobody(message.mentions) && isNobody(before)) return;
  const targets = targetsOf(message);
  const { groupIds } = message.mentions;
  await replace(tx, [
    message.id,
    message.channelId,
    String(addedSeq),
    plainArrayLiteral(targets.map(({ id }) => id)),
    plainArrayLiteral(targets.map(({ here }) => String(here))),
    plainArrayLiteral(groupIds),
    plainArrayLiteral(groupIds.filter((id) => !before.groupIds.includes(id))),
  ]);
}

/** Deleted messages mention nobody. */
export async function deleteMentions(
  tx: Transaction,
  messages: ReadonlyArray<Pick<Message, 'id' | 'mentions'>>,
): Promise<void> {
  const ids = messages.filter(({ mentions }) => !isNobody(mentions)).map(({ id }) => id);
  if (ids.length > 0) await tx.delete(messageMentions).where(inArray(messageMentions.messageId, ids));
}

function isNobody({ userIds, groupIds, channel, here }: Mentions): boolean {
  return userIds.length === 0 && groupIds.length === 0 && !channel && !here;
}
