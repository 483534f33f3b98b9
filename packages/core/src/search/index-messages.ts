import { setImmediate } from 'node:timers/promises';
import { arrayLiteral, plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import { fold } from '../kernel/text/fold.js';
import { authorGram, channelGram } from './conditions.js';
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

/** So long, in milliseconds, other work of this process waits for what is made of texts. 500 long ones take 50 ms and more. */
const SLICE_MS = 2;

const LINK = /https?:\/\/[^\s]/i;

/** Writes messages into the index as they are now, and takes those out of it that have been deleted. */
export async function indexMessages(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await read(tx, [plainArrayLiteral(ids)]);
  const found = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !found.has(id));
  if (gone.length > 0) await remove(tx, [plainArrayLiteral(gone)]);
  if (rows.length === 0) return;
  const items = await inSlices(rows, itemOf);
  await write(tx, [
    plainArrayLiteral(items.map(({ id }) => id)),
    plainArrayLiteral(items.map(({ scopeId }) => scopeId)),
    plainArrayLiteral(items.map(({ hasLink }) => hasLink)),
    arrayLiteral(items.map(({ content }) => content)),
    arrayLiteral(items.map(({ grams }) => grams)),
  ]);
}

/** What is written of a message. */
function itemOf({ id, scope_id, channel_id, user_id, content }: IndexedRow) {
  const folded = fold(content);
  const numbers = numbersOfText(scope_id, folded, [channelGram(channel_id), authorGram(user_id)]);
  const hasLink = String(LINK.test(content));
  return { id, scopeId: scope_id, hasLink, content: folded, grams: plainArrayLiteral(numbers) };
}

/** Makes something of each item, and lets other work go on after each slice of the time. */
async function inSlices<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = [];
  let begun = performance.now();
  for (const item of items) {
    if (performance.now() - begun > SLICE_MS) {
      await setImmediate();
      begun = performance.now();
    }
    made.push(make(item));
  }
  return made;
}
