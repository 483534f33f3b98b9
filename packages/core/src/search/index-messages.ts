import { arrayLiteral, plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import { authorGram, channelGram } from './conditions.js';
import { fold } from '../kernel/text/fold.js';
import { numbersOfText } from './grams.js';

interface IndexedRow {
  readonly id: string;
  readonly scope_id: string;
  readonly channel_id: string;
  readonly user_id: string;
  readonly content: string;
}

const read = statement<IndexedRow>(`
  select message.id, coalesce(channel.server_id, channel.id) as scope_id, channel.id as channel_id, message.user_id, message.content
  from messages message join channels channel on channel.id = message.channel_id
  where message.id = any($1::text::uuid[]) and message.deleted_at is null`);

const remove = statement('delete from message_search where message_id = any($1::text::uuid[])');

const write = statement(`
  insert into message_search (message_id, scope_id, channel_id, user_id, created_at, has_file, has_link, content, grams)
  select message.id, item.scope_id, message.channel_id, message.user_id, message.created_at,
    exists (select from attachments where attachments.message_id = message.id), item.has_link, item.content, item.grams::integer[]
  from unnest($1::text::uuid[], $2::text::uuid[], $3::text::boolean[], $4::text::text[], $5::text::text[])
    item (id, scope_id, has_link, content, grams)
  join messages message on message.id = item.id
  on conflict (message_id) do update
  set content = excluded.content, grams = excluded.grams, has_link = excluded.has_link, has_file = excluded.has_file`);

const LINK = /https?:\/\/[^\s]/i;

/** Writes messages into the index as they are now, and takes those out of it that have been deleted. */
export async function indexMessages(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await read(tx, [plainArrayLiteral(ids)]);
  const found = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !found.has(id));
  if (gone.length > 0) await remove(tx, [plainArrayLiteral(gone)]);
  if (rows.length === 0) return;
  const contents = rows.map(({ content }) => fold(content));
  await write(tx, [
    plainArrayLiteral(rows.map(({ id }) => id)),
    plainArrayLiteral(rows.map(({ scope_id }) => scope_id)),
    plainArrayLiteral(rows.map(({ content }) => String(LINK.test(content)))),
    arrayLiteral(contents),
    arrayLiteral(rows.map((row, index) => plainArrayLiteral(numbersOfRow(row, contents[index] ?? '')))),
  ]);
}

function numbersOfRow({ scope_id, channel_id, user_id }: IndexedRow, content: string): number[] {
  return numbersOfText(scope_id, content, [channelGram(channel_id), authorGram(user_id)]);
}
