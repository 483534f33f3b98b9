import { type Queryable, statement } from '@palaver/db';

/** A message of a channel, by its position there. */
export interface OrderedMessage {
  readonly seq: number;
  readonly id: string;
}

interface Place {
  readonly channelId: string;
  /** The last position that counts. */
  readonly head: number;
}

type Row = { readonly seq: string; readonly id: string };

/** A page of the history, which has an index in its order. */
const PAGE = 500;
/** Replies of a thread that are read ahead. */
const AHEAD = 50;

const roots = statement<Row & { reply_count: number }>(`
  select seq, id, reply_count from messages
  where channel_id = $1 and thread_id is null and deleted_at is null and seq > $2::text::bigint and seq <= $3::text::bigint
  order by seq limit ${PAGE}`);

const buried = statement<Row>(`
  select seq, id from messages
  where channel_id = $1 and deleted_at is not null and reply_count > 0 and seq <= $2::text::bigint order by seq`);

const repliesAfter = statement<Row>(`
  select seq, id from messages
  where thread_id = $1 and deleted_at is null and seq > $2::text::bigint and seq <= $3::text::bigint
  order by seq limit ${AHEAD}`);

/** A thread with replies that are still to come. */
interface OpenThread {
  readonly rootId: string;
  ahead: OrderedMessage[];
}

const toOrdered = ({ seq, id }: Row): OrderedMessage => ({ seq: Number(seq), id });

/**
 * The messages of a channel in their order, up to a position. No index has history and replies in one order, so threads are merged into the
 * history as they begin; memory grows with the threads that go on at the same time.
 */
export async function* messageOrder(q: Queryable, place: Place): AsyncGenerator<OrderedMessage, void> {
  const threads: OpenThread[] = [];
  const deleted = (await buried(q, [place.channelId, String(place.head)])).map(toOrdered);
  for await (const root of withDeleted(history(q, place), deleted)) {
    yield* repliesBefore(q, threads, root.seq, place);
    yield root;
    if (root.hasReplies) await openThread(q, threads, root, place);
  }
  yield* repliesBefore(q, threads, Number.POSITIVE_INFINITY, place);
}

interface Root extends OrderedMessage {
  readonly hasReplies: boolean;
}

async function* history(q: Queryable, { channelId, head }: Place): AsyncGenerator<Root, void> {
  for (let after = 0; ; ) {
    const page = await roots(q, [channelId, String(after), String(head)]);
    for (const row of page) yield { ...toOrdered(row), hasReplies: row.reply_count > 0 };
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = Number(last.seq);
  }
}

async function* withDeleted(
  live: AsyncIterable<Root>,
  deleted: readonly OrderedMessage[],
): AsyncGenerator<Root, void> {
  let next = 0;
  for await (const root of live) {
    for (let gone = deleted[next]; gone && gone.seq < root.seq; gone = deleted[++next])
      yield { ...gone, hasReplies: true };
    yield root;
  }
  for (const gone of deleted.slice(next)) yield { ...gone, hasReplies: true };
}

/** The replies of all open threads before a position, in their order. */
async function* repliesBefore(
  q: Queryable,
  threads: OpenThread[],
  before: number,
  place: Place,
): AsyncGenerator<OrderedMessage, void> {
  for (;;) {
    let first: OpenThread | undefined;
    for (const thread of threads) if (!first || seqOf(thread) < seqOf(first)) first = thread;
    const reply = first?.ahead[0];
    if (!first || !reply || reply.seq >= before) return;
    yield reply;
    first.ahead =
      first.ahead.length > 1 ? first.ahead.slice(1) : await readAhead(q, first.rootId, reply.seq, place);
    if (first.ahead.length === 0) threads.splice(threads.indexOf(first), 1);
  }
}

const seqOf = ({ ahead }: OpenThread): number => ahead[0]?.seq ?? Number.POSITIVE_INFINITY;

async function openThread(
  q: Queryable,
  threads: OpenThread[],
  { id, seq }: OrderedMessage,
  place: Place,
): Promise<void> {
  const ahead = await readAhead(q, id, seq, place);
  if (ahead.length > 0) threads.push({ rootId: id, ahead });
}

async function readAhead(
  q: Queryable,
  rootId: string,
  after: number,
  { head }: Place,
): Promise<OrderedMessage[]> {
  return (await repliesAfter(q, [rootId, String(after), String(head)])).map(toOrdered);
}
