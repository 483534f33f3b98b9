import { tables } from '@palaver/db';
import { and, asc, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { readInChannel } from '../../channels/access.js';
import { requireUuid } from '../../kernel/errors/require-uuid.js';
import { HIGHEST_ID, LOWEST_ID } from '../../kernel/schema/ids.js';
import { jsonColumns, jsonList } from '../../kernel/sql/json-rows.js';
import type { ReadContext } from '../../procedures/context.js';
import type { User } from '../../protocol/records/user.js';
import { type PublicUserJson, toUser, userColumns } from '../../users/record.js';
import { hideChannel } from '../access.js';
import type { ListReactorsInput } from '../schemas.js';

const { messages, reactions, users } = tables;
const { placeholder } = sql;

const named = sql`${placeholder('message')}`;
const channelOfNamed = sql`(
  select reacted.channel_id from ${messages} reacted where ${and(sql`reacted.id = ${named}`, isNull(sql`reacted.deleted_at`))})`;

const readDown = readInChannel('messages_reactors_down', channelOfNamed, selectPage(desc(reactions.userId)));
const readUp = readInChannel('messages_reactors_up', channelOfNamed, selectPage(asc(reactions.userId)));

/**
 * Who reacted to a message with an emoji, newest account first, which is the order of the primary key: a cursor stays one
 * when its user takes the reaction back. Throws `MESSAGE_NOT_FOUND`.
 */
export async function listReactors(ctx: ReadContext, input: ListReactorsInput): Promise<User[]> {
  const { messageId, emoji, before = HIGHEST_ID, after = LOWEST_ID, limit } = input;
  const message = requireUuid(messageId, 'MESSAGE_NOT_FOUND');
  // A page after a cursor is next to it, so it is read upwards from there and then reversed.
  const read = input.after === undefined ? readDown : readUp;
  const { value } = await read(ctx, { message, emoji, before, after, limit }).catch(hideChannel);
  const page = value.map(toUser);
  return input.after === undefined ? page : page.reverse();
}

function selectPage(order: SQL): SQL<readonly PublicUserJson[]> {
  const { messageId, emoji, userId } = reactions;
  const bounds = and(
    eq(messageId, named),
    eq(emoji, placeholder('emoji')),
    lt(userId, placeholder('before')),
    gt(userId, placeholder('after')),
  );
  return sql`${jsonList(sql`(
    select ${jsonColumns(userColumns)} from ${reactions} join ${users} on ${eq(users.id, userId)}
    where ${bounds} order by ${order} limit ${placeholder('limit')})`)}`;
}
