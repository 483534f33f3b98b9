import { indexedForm } from '@palaver/core';
import type { Sql } from '../../postgres/database.js';
import { RARE_MESSAGES, RARE_WORD } from './words.js';

interface Row {
  readonly id: string;
  readonly scopeId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly content: string;
}

/** Takes the rare word out of all messages but ten, which are spread over the whole history. */
export async function thinRareWord(sql: Sql): Promise<void> {
  const rows = await sql<Row[]>`
    select message.id, coalesce(server_id, channel.id) as "scopeId", channel_id as "channelId", user_id as "userId", content
    from messages message join channels channel on channel.id = channel_id
    where content like ${`%${RARE_WORD}%`} order by message.id`;
  const kept = Array.from({ length: RARE_MESSAGES }, (_, n) =>
    Math.floor(((n + 0.5) * rows.length) / RARE_MESSAGES),
  );
  for (const [n, row] of rows.entries()) if (!kept.includes(n)) await rewrite(sql, row);
}

async function rewrite(sql: Sql, row: Row): Promise<void> {
  const content = row.content.replaceAll(` ${RARE_WORD}`, '');
  const form = indexedForm({ ...row, content });
  await sql`update messages set content = ${content} where id = ${row.id}`;
  await sql`
    update message_search set content = ${form.content}, grams = ${`{${[...form.grams].join()}}`}::text::integer[]
    where message_id = ${row.id}`;
}
