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

const postMessages = prepared((q) =>
  q
    .select({
      n: sql<number>`posted.n`,
      frame: sql<string | null>`posted.frame`,
      earlierAnswer: sql<string | null>`posted.earlier_answer`,
    })
    .from(
      sql`post_messages(${sql.placeholder('now')}::timestamptz, ${sql.placeholder('posts')}::json) posted`,
    )
    .prepare('post_messages'),
);

/** Posts in one statement and one transaction (see the migration that defines `post_messages`). */
export function postAll(q: Queryable, posts: readonly PlainPost[], now: Date): Promise<Posted[]> {
  const rows = posts.map((post, n) => ({
    n,
    id: post.id,
    channel_id: post.channelId,
    user_id: post.userId,
    content: post.content,
    parent_id: post.parentId,
    key: post.key,
    request_hash: post.requestHash?.toString('hex') ?? null,
  }));
  return postMessages(q).execute({ now: now.toISOString(), posts: JSON.stringify(rows) });
}
