import { setTimeout as pause } from 'node:timers/promises';
import { fillMessages } from './fill-messages.js';
import type { Palaver } from './palaver.js';

/** In every tenth message, and in every 100,000th one. */
export const COMMON_WORD = 'release';
export const RARE_WORD = 'zebrafinch';
export const PART_OF_RARE_WORD = 'brafin';

const WORDS = 8;
const VOCABULARY = 5_000;

/** Fills all channels of the server with messages of some words each, older than now, and has the service index them. */
export async function fillSearched({ database, fixture }: Palaver, messages: number): Promise<void> {
  await database.sql.begin(async (sql) => {
    await fillMessages(sql, fixture, {
      messages,
      content: sql`(
      select string_agg(translate(to_hex(7919 * mod(abs(hashint8(n::bigint * 31 + word + hashtext(channels.id::text))::bigint), ${VOCABULARY}::int)),
        '0123456789abcdef', 'aeioubcdfghlmnrst'), ' ') from generate_series(1, ${WORDS}::int) word
    ) || case when n % 10 = 0 then ${` ${COMMON_WORD}`} else '' end
      || case when n % 100000 = 5000 then ${` ${RARE_WORD}`} else '' end`,
      seconds: 2,
    });
    await sql`update consumer_positions set seq = last_seq from stream_heads head where head.id = stream_id`;
  });
  await fillIndex(database);
  await database.sql`vacuum analyze`;
}

/** The index of grams is made at once, which is several times faster than row by row. */
async function fillIndex({ sql }: Palaver['database']): Promise<void> {
  const [index] = await sql<{ definition: string }[]>`
    select indexdef as definition from pg_indexes where indexname = 'message_search_grams_idx'`;
  await sql`drop index message_search_grams_idx`;
  await sql`insert into message_search_backfill values ('ffffffff-ffff-ffff-ffff-ffffffffffff')`;
  while ((await sql`select from message_search_backfill`).length > 0) await pause(1_000);
  await sql.unsafe(index?.definition ?? '');
}
