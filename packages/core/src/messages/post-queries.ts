import { arrayLiteral, type Database, type StatementParameter, statement } from '@palaver/db';

/** A message to be posted. All ids are well formed, and the content is neither empty nor too long. */
export interface PlainPost {
  readonly id: string;
  readonly channelId: string;
  readonly userId: string;
  readonly content: string;
  /** The message that this replies to, a reply itself or not. */
  readonly parentId: string | null;
  readonly key: string | null;
  readonly requestHash: Buffer | null;
}

/** What came of a post; one that is left out needs the long way. */
export interface Posted {
  /** Which of the posts it was, from 0. */
  readonly n: number;
  /** The frame of the event, as it stands in the log; null where the client's key stood for an answer already. */
  readonly frame: string | null;
  /** JSON of that answer. */
  readonly earlierAnswer: string | null;
}

/** Posts in one statement and one transaction (see the migration that defines these functions). */
export async function postAll(
  db: Database,
  posts: readonly PlainPost[],
  now: Date,
): Promise<readonly Posted[]> {
  const [only] = posts;
  const at = now.toISOString();
  if (posts.some((post) => post.key !== null)) return postKeyed(db, posts, at);
  return posts.length === 1 && only !== undefined ? postOne(db, only, at) : postMany(db, posts, at);
}

const one = statement<{ frame: string | null }>(
  'select post_one($1::timestamptz, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::uuid) as frame',
);

async function postOne(db: Database, post: PlainPost, at: string): Promise<readonly Posted[]> {
  const { id, channelId, userId, content, parentId } = post;
  const [row] = await one(db, [at, id, channelId, userId, content, parentId]);
  return row?.frame ? [{ n: 0, frame: row.frame, earlierAnswer: null }] : [];
}

const ARRAYS =
  '$1::timestamptz, $2::text::uuid[], $3::text::uuid[], $4::text::uuid[], $5::text::text[], $6::text::uuid[]';

const many = statement<Posted>(`select n, frame, null as "earlierAnswer" from post_many(${ARRAYS}, '{}')`);

function postMany(db: Database, posts: readonly PlainPost[], at: string): Promise<readonly Posted[]> {
  return many(db, arraysOf(posts, at));
}

const keyed = statement<Posted>(
  `select n, frame, earlier_answer as "earlierAnswer" from post_keyed(${ARRAYS}, $7::text::text[], $8::text::text[])`,
);

function postKeyed(db: Database, posts: readonly PlainPost[], at: string): Promise<readonly Posted[]> {
  const keys = arrayLiteral(posts.map((post) => post.key));
  const requestHashes = arrayLiteral(posts.map((post) => post.requestHash?.toString('hex') ?? null));
  return keyed(db, [...arraysOf(posts, at), keys, requestHashes]);
}

function arraysOf(posts: readonly PlainPost[], at: string): StatementParameter[] {
  return [
    at,
    arrayLiteral(posts.map((post) => post.id)),
    arrayLiteral(posts.map((post) => post.channelId)),
    arrayLiteral(posts.map((post) => post.userId)),
    arrayLiteral(posts.map((post) => post.content)),
    posts.every((post) => post.parentId === null) ? null : arrayLiteral(posts.map((post) => post.parentId)),
  ];
}
