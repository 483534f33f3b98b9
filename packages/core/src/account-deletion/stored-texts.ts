import { plainArrayLiteral, type Queryable, statement, type Transaction } from '@palaver/db';
import { lockStream } from '../log/append.js';
import { type DatedFrame, rewriteFrames } from '../log/rewrite.js';
import type { Stream } from '../log/streams.js';
import { withoutProfile } from './without-profile.js';

/** A position in the log, in the order of streams by id. */
export interface LogPosition {
  readonly streamId: string;
  readonly seq: number;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Few enough that a page is read within some milliseconds. */
const EVENTS = 2_000;
/** Posts to a channel wait while its frames are written. */
const FRAMES = 100;
const ANSWERS = 500;

const readPage = statement<{ last: string | null; seq: string | null; found: string | null }>(`
  with page as materialized (
    select stream_id, seq, position($3::text in frame) > 0 and position('"username":' in frame) > 0 as named from events
    where (stream_id, seq) > ($1::text::uuid, $2::text::bigint) order by stream_id, seq limit ${EVENTS}
  ), one as (select stream_id from page where named order by stream_id limit 1),
  found as (
    select stream_id, seq from page where named and stream_id = (select stream_id from one) order by seq limit ${FRAMES})
  select coalesce((select stream_id from found limit 1), (select stream_id from page order by stream_id desc, seq desc limit 1)) as last,
    coalesce((select max(seq) from found), (select seq from page order by stream_id desc, seq desc limit 1)) as seq,
    (select string_agg(seq::text, ',') from found) as found`);

const kindOf = statement<{ kind: Stream['kind'] }>(
  'select kind::text from stream_heads where id = $1::text::uuid',
);

const readFrames = statement<{ seq: string; at: string; frame: string }>(`
  select seq, created_at as at, frame from events
  where stream_id = $1::text::uuid and seq = any($2::text::bigint[]) order by seq`);

/**
 * Takes the profile of an account out of the next events that name it. Returns how far the log is done; null at its end. An
 * event of a message is written under the lock of its channel, as an edit writes it too.
 */
export async function emptyEvents(
  tx: Transaction,
  userId: string,
  after: LogPosition | null,
): Promise<LogPosition | null> {
  const [page] = await readPage(tx, [after?.streamId ?? FIRST_ID, String(after?.seq ?? 0), userId]);
  if (!page?.last || page.seq === null) return null;
  if (page.found !== null) await emptyFrames(tx, userId, page.last, page.found.split(','));
  return { streamId: page.last, seq: Number(page.seq) };
}

async function emptyFrames(
  tx: Transaction,
  userId: string,
  streamId: string,
  positions: readonly string[],
): Promise<void> {
  const [head] = await kindOf(tx, [streamId]);
  if (head) await lockStream(tx, { kind: head.kind, id: streamId });
  const rows = await readFrames(tx, [streamId, plainArrayLiteral(positions)]);
  const viewerId = head?.kind === 'user' ? streamId : null;
  const changed = rows.flatMap(({ seq, at, frame }): DatedFrame[] => {
    const emptied = withoutProfile(frame, userId, viewerId);
    return emptied === null ? [] : [{ seq: Number(seq), createdAt: new Date(at), frame: emptied }];
  });
  await rewriteFrames(tx, streamId, changed);
}

/** The key of a kept answer. */
export interface AnswerKey {
  readonly userId: string;
  readonly key: string;
}

const readAnswers = statement<{ user_id: string; key: string; named: boolean }>(`
  select user_id, key, position($3::text in coalesce(answer, '')) > 0 as named from idempotency_keys
  where (user_id, key) > ($1::text::uuid, $2::text) order by user_id, key limit ${ANSWERS}`);

const readAnswer = statement<{ answer: string }>(
  'select answer from idempotency_keys where user_id = $1::text::uuid and key = $2::text for update',
);

const writeAnswer = statement(
  'update idempotency_keys set answer = $3::text where user_id = $1::text::uuid and key = $2::text',
);

/** The same for the next kept answers. A sealed one names nobody in clear text. */
export async function emptyAnswers(
  tx: Transaction,
  userId: string,
  after: AnswerKey | null,
): Promise<AnswerKey | null> {
  const page = await readAnswers(tx, [after?.userId ?? FIRST_ID, after?.key ?? '', userId]);
  for (const { user_id: callerId, key, named } of page)
    if (named) await emptyAnswer(tx, userId, { userId: callerId, key });
  const last = page.at(-1);
  return last ? { userId: last.user_id, key: last.key } : null;
}

async function emptyAnswer(tx: Queryable, userId: string, of: AnswerKey): Promise<void> {
  const [kept] = await readAnswer(tx, [of.userId, of.key]);
  const answer = kept ? withoutProfile(kept.answer, userId, of.userId) : null;
  if (answer !== null) await writeAnswer(tx, [of.userId, of.key, answer]);
}
