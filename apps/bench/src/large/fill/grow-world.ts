import type { Sql } from '../../postgres/database.js';
import { BARE, bareTables } from './bare-tables.js';
import { GROWN, GROWTH, type Growth, type Kind } from './growth.js';
import { trimLists, writeCounts } from './rest.js';

const AT_ONCE = 4;

/**
 * Puts earlier years before the messages of a filled world, each like its only one, with the same people and channels. So two worlds have
 * the same last year, and differ in their history alone. The longest thread goes on through all years. That takes a tenth of the time
 * that it takes to make the messages.
 */
export async function growWorld(
  sql: Sql,
  growth: { readonly years: number; readonly yearMs: number; readonly say: (text: string) => void },
): Promise<void> {
  const { years, yearMs, say } = growth;
  await prepare(sql);
  const bare = await bareTables(sql, BARE);
  say('indexes are dropped');
  const tables = [...GROWN];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let table = tables.shift(); table !== undefined; table = tables.shift()) {
        await growTable(sql, table, growth);
        say(`${table} has grown`);
      }
    }),
  );
  await growPlaces(sql, years, yearMs);
  await trimLists(sql);
  say('the rest has grown');
  await bare.restore(say);
  await writeCounts(sql);
  for (const table of [...GROWN, 'events'] as const) await sql.unsafe(`drop table year_of_${table}`);
  await sql`drop table grown_channels, long_thread`;
  await sql`drop function earlier`;
}

/** `earlier` is the id of the same message a time before; only its first 48 bits change. */
async function prepare(sql: Sql): Promise<void> {
  await sql`
    create function earlier(id uuid, shift bigint) returns uuid language sql immutable as $$
      select encode(overlay(uuid_send(id) placing substring(int8send(
        ('x' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(48)::bigint - shift) from 3) from 1 for 6), 'hex')::uuid $$`;
  // Before its first message a channel has an event for each member.
  await sql`
    create table grown_channels as
    select channels.id, member_count as base, last_seq - member_count as span
    from channels join stream_heads head on head.id = channels.id`;
  await sql`create table long_thread as select id from messages order by reply_count desc limit 1`;
  for (const table of [...GROWN, 'events'] as const)
    await sql.unsafe(`create unlogged table year_of_${table} as table ${table}`);
  await sql`analyze grown_channels, year_of_messages`;
}

/** In a transaction that empties the table first, for which Postgres writes no log (`wal_level` of postgres.ts). */
async function growTable(
  sql: Sql,
  table: keyof typeof GROWTH,
  { years, yearMs }: { readonly years: number; readonly yearMs: number },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`truncate ${table}`);
    for (let year = 0; year < years; year++) await tx.unsafe(statementOf(table, { year, years, yearMs }));
  });
}

/** Writes the rows of one year, counted from the oldest one. */
function statementOf(
  table: keyof typeof GROWTH,
  { year, years, yearMs }: { readonly year: number; readonly years: number; readonly yearMs: number },
): string {
  const { columns, ofMessage, earlier = {}, always = {}, once }: Growth = GROWTH[table];
  const isLast = year === years - 1;
  const values = Object.entries(columns).map(
    ([name, kind]) => always[name] ?? (isLast ? undefined : earlier[name]) ?? valueIn(name, kind),
  );
  const needsChannel = Object.values(columns).includes('seq');
  const joins = [
    ofMessage ? `join year_of_messages message on message.id = item.message_id` : '',
    needsChannel
      ? `join grown_channels channel on channel.id = ${ofMessage ? 'message' : 'item'}.channel_id`
      : '',
  ];
  const before = years - 1 - year;
  return `
    insert into ${table} (${Object.keys(columns).join(', ')})
    select ${values.join(', ')}
    from (
      select ${before * yearMs}::bigint as shift, ${before * yearMs} * interval '1 ms' as lag, ${year}::bigint as year,
        ${years}::integer as years, ${(years - 1) * yearMs}::bigint as whole_shift, (select id from long_thread) as long_id
    ) passed cross join year_of_${table} item ${joins.join(' ')}
    ${once !== undefined && !isLast ? `where not (${once})` : ''}`;
}

function valueIn(name: string, kind: Kind): string {
  switch (kind) {
    case 'id':
      return `earlier(item.${name}, shift)`;
    case 'root':
      return `earlier(item.${name}, case when item.${name} = long_id then whole_shift else shift end)`;
    case 'seq':
      // The position of nobody stays.
      return `case when item.${name} > 0 then item.${name} + year * span else item.${name} end`;
    case 'time':
      return `item.${name} - lag`;
    case 'same':
      return `item.${name}`;
  }
}

/** What there is once: it is as old as the first year, and its positions are those of the last one. */
async function growPlaces(sql: Sql, years: number, yearMs: number): Promise<void> {
  const lag = sql`${(years - 1) * yearMs}::float8 * interval '1 ms'`;
  const earlier = sql`${years - 1}::bigint * span`;
  await sql`update users set created_at = created_at - ${lag} where username like 'person-%'`;
  await sql`update servers set created_at = created_at - ${lag}`;
  await sql`update server_members set joined_at = joined_at - ${lag}`;
  await sql`update channels set created_at = created_at - ${lag}`;
  await sql`
    update channel_members set joined_at = joined_at - ${lag}, read_seq = read_seq + ${earlier}
    from grown_channels grown where grown.id = channel_id`;
  await sql`update stream_heads head set last_seq = last_seq + ${earlier} from grown_channels grown where grown.id = head.id`;
  await sql`update message_pins set seq = seq + ${earlier} from grown_channels grown where grown.id = channel_id`;
  await sql`truncate events`;
  await sql`
    insert into events (stream_id, seq, created_at, message_id, frame)
    select stream_id, seq + ${earlier}, created_at, message_id, regexp_replace(frame, '"seq":[0-9]+}}$', '"seq":' || seq + ${earlier} || '}}')
    from year_of_events join grown_channels grown on grown.id = stream_id`;
}
