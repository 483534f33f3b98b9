import { arrayLiteral, plainArrayLiteral, statement, type Transaction, tables } from '@palaver/db';
import { type Block, parse, spansOf } from '@palaver/markup';
import { inSlices } from '../kernel/concurrency/in-slices.js';
import { authorGram, channelGram } from './conditions.js';
import { BETWEEN_FORMS, foldedForms } from './folded-forms.js';
import { numbersOfText } from './grams.js';

interface IndexedRow {
  readonly id: string;
  readonly scope_id: string;
  readonly channel_id: string;
  readonly user_id: string;
  readonly content: string;
}

const { INDEXED_FORM } = tables;

const read = statement<IndexedRow>(`
  select message.id, coalesce(channel.server_id, channel.id) as scope_id, channel.id as channel_id, message.user_id, message.content
  from messages message join channels channel on channel.id = message.channel_id
  where message.id = any($1::text::uuid[]) and message.deleted_at is null`);

const remove = statement('delete from message_search where message_id = any($1::text::uuid[])');

const write = statement(`
  insert into message_search (message_id, scope_id, channel_id, user_id, created_at, has_file, has_link, content, grams, form)
  select message.id, item.scope_id, message.channel_id, message.user_id, message.created_at,
    exists (select from attachments where attachments.message_id = message.id), item.has_link, item.content, item.grams::integer[], ${INDEXED_FORM}
  from unnest($1::text::uuid[], $2::text::uuid[], $3::text::boolean[], $4::text::text[], $5::text::text[])
    item (id, scope_id, has_link, content, grams)
  join messages message on message.id = item.id
  on conflict (message_id) do update
  set content = excluded.content, grams = excluded.grams, has_link = excluded.has_link, has_file = excluded.has_file,
    form = excluded.form`);

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
function itemOf({ id, scope_id: scopeId, channel_id: channelId, user_id: userId, content }: IndexedRow) {
  const form = indexedForm({ scopeId, channelId, userId, content });
  return {
    id,
    scopeId,
    hasLink: String(form.hasLink),
    content: form.content,
    grams: plainArrayLiteral([...form.grams]),
  };
}

/** A message and its place, as the index has them. */
export interface IndexedMessage {
  /** The server, or the direct message itself. */
  readonly scopeId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly content: string;
}

/** What the index has of a message. */
export function indexedForm({ scopeId, channelId, userId, content }: IndexedMessage) {
  const blocks = parse(content);
  const forms = foldedForms(content, blocks);
  const about = [channelGram(channelId), authorGram(userId)];
  const grams = new Set(forms.flatMap((form) => numbersOfText(scopeId, form, about)));
  return { content: forms.join(BETWEEN_FORMS), hasLink: hasLink(blocks), grams };
}

function hasLink(blocks: readonly Block[]): boolean {
  for (const span of spansOf(blocks)) if (span.type === 'link' && /^https?:/i.test(span.href)) return true;
  return false;
}
