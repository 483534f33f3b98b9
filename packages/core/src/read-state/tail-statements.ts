import { plainArrayLiteral, type Queryable, statement } from '@palaver/db';
import { UNREAD_MAX } from '../protocol/records/channel-unread.js';

/** A channel's tail as it is read: `<seq>,…` ascending, and `<user>:<their last seq>,…`; empty for none. */
interface TailRow {
  readonly headSeq: string;
  readonly seqs: string;
  readonly authors: string;
}

/** As many messages a tail has, one more than are counted. */
export const TAIL_MAX = UNREAD_MAX + 1;

const read = statement<TailRow>(`
  with walked as materialized (
    select seq, user_id from messages
    where channel_id = $1 and thread_id is null and deleted_at is null order by seq desc limit ${TAIL_MAX}
  )
  select head.last_seq as "headSeq",
    (select coalesce(string_agg(seq::text, ',' order by seq), '') from walked) as seqs,
    (select coalesce(string_agg(concat(user_id, ':', seq), ','), '')
      from (select user_id, max(seq) as seq from walked group by user_id) last) as authors
  from stream_heads head where head.id = $1`);

/** A channel's newest messages, as of one position of its log; null where there is no log. */
export async function readTail(q: Queryable, channelId: string) {
  const [row] = await read(q, [channelId]);
  if (!row) return null;
  const lastSeqs = new Map(
    items(row.authors).map((item) => {
      const [userId = '', seq] = item.split(':');
      return [userId, Number(seq)];
    }),
  );
  return { headSeq: Number(row.headSeq), seqs: items(row.seqs).map(Number), lastSeqs };
}

function items(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

const readIds = statement<{ channelId: string; seq: string; id: string }>(`
  select asked.channel_id as "channelId", asked.seq, message.id
  from unnest($1::text::uuid[], $2::text::bigint[]) asked (channel_id, seq)
  cross join lateral (
    select id from messages
    where channel_id = asked.channel_id and seq = asked.seq and thread_id is null and deleted_at is null limit 1
  ) message`);

/** A message by its place. */
export interface MessagePlace {
  readonly channelId: string;
  readonly seq: number;
}

/** The ids of messages that are no replies and not deleted. */
export async function readMessageIds(
  q: Queryable,
  places: readonly MessagePlace[],
): Promise<ReadonlyArray<MessagePlace & { readonly id: string }>> {
  const rows = await readIds(q, [
    plainArrayLiteral(places.map(({ channelId }) => channelId)),
    plainArrayLiteral(places.map(({ seq }) => seq)),
  ]);
  return rows.map(({ seq, ...row }) => ({ ...row, seq: Number(seq) }));
}
