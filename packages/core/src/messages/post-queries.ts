import { prepared, type Queryable } from '@palaver/db';
import { sql } from 'drizzle-orm';

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

const posted = sql`post_messages(
  ${sql.placeholder('now')}::timestamptz, ${sql.placeholder('ids')}::uuid[], ${sql.placeholder('channelIds')}::uuid[],
  ${sql.placeholder('userIds')}::uuid[], ${sql.placeholder('contents')}::text[],
  ${sql.placeholder('parentIds')}::uuid[], ${sql.placeholder('keys')}::text[],
  ${sql.placeholder('requestHashes')}::text[]) posted`;

const postMessages = prepared((q) =>
  q
    .select({
      n: sql<number>`posted.n`,
      frame: sql<string | null>`posted.frame`,
      earlierAnswer: sql<string | null>`posted.earlier_answer`,
    })
    .from(posted)
    .prepare('post_messages'),
);

/** Posts in one statement and one transaction (see the migration that defines `post_messages`). */
export function postAll(q: Queryable, posts: readonly PlainPost[], now: Date): Promise<Posted[]> {
  return postMessages(q).execute({
    now: now.toISOString(),
    ids: posts.map((post) => post.id),
    channelIds: posts.map((post) => post.channelId),
    userIds: posts.map((post) => post.userId),
    contents: posts.map((post) => post.content),
    parentIds: posts.map((post) => post.parentId),
    keys: posts.map((post) => post.key),
    requestHashes: posts.map((post) => post.requestHash?.toString('hex') ?? null),
  });
}
