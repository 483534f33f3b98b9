import { rowByRow, type WorkSource } from '../../kernel/concurrency/background-work.js';
import { iso } from '../../kernel/sql/instant.js';
import { lockStream } from '../../log/append.js';
import { channelStream } from '../../log/streams.js';
import { transact, type WriteContext } from '../../log/transact.js';
import type { Using } from '../../procedures/context.js';
import { recordAct } from '../../servers/audit-log.js';
import { accessUsers } from '../../users/access.js';
import { DELETIONS_MAX, deleteSome } from './delete-some.js';
import * as queries from './queries.js';

type RemovalContext = WriteContext & Using<'upward' | 'files' | 'log'>;

/** This many events are read without a lock, and this many of the posts among them are deleted in one transaction. */
const MOST = { events: 2_000, posts: DELETIONS_MAX } as const;
const NOTHING: queries.LogPart = { lastSeq: null, posts: [] };

/** The messages that are still to be deleted, as background work. */
export function messageRemovals(ctx: RemovalContext): WorkSource {
  return rowByRow<queries.Removal>(
    (after) => queries.nextRemoval(ctx.services.db, after),
    (removal) => continueRemoval(ctx, removal),
  );
}

/** Goes on by one transaction. Of two nodes that do, the second finds that the removal has moved. */
async function continueRemoval(ctx: RemovalContext, removal: queries.Removal): Promise<boolean> {
  const channelId = await queries.nextChannel(ctx.services.db, removal);
  if (channelId === null) return finish(ctx, removal);
  const after =
    channelId === removal.channelId
      ? removal.seq
      : await queries.positionBefore(ctx.services.db, channelId, removal.since);
  const part =
    after === null ? NOTHING : await queries.readLogPart(ctx.services.db, channelId, after, removal, MOST);
  await deletePosts(ctx, removal, channelId, part);
  return true;
}

async function deletePosts(
  ctx: RemovalContext,
  removal: queries.Removal,
  channelId: string,
  { lastSeq, posts }: queries.LogPart,
): Promise<void> {
  await transact(ctx, async (tx, emit, afterCommit) => {
    // The channel comes first, as in a ban, which locks the row after the channels that are left.
    if (posts.length > 0) await lockStream(tx, channelStream(channelId));
    const locked = await queries.lockRemoval(tx, removal);
    if (!locked) return;
    const whose = { channelId, authorIds: [locked.userId] };
    const ids = posts.map(({ id }) => id);
    const done = await deleteSome(ctx.services, { tx, emit, afterCommit }, whose, ids);
    const isPart = done.looked < posts.length || posts.length === MOST.posts;
    const seq = isPart ? (posts[done.looked - 1]?.seq ?? lastSeq) : lastSeq;
    await queries.advanceRemoval(tx, locked, { channelId, seq }, done.removed);
  });
}

/** One line of the audit log for all of it. */
async function finish(ctx: RemovalContext, removal: queries.Removal): Promise<boolean> {
  await transact(ctx, async (tx) => {
    const locked = await queries.lockRemoval(tx, removal);
    if (!locked) return;
    await queries.deleteRemoval(tx, locked);
    const { serverId, userId, actorId, since, removed } = locked;
    const [user] = await accessUsers(tx, [userId]);
    await recordAct({ services: ctx.services, actor: { userId: actorId } }, tx, {
      serverId,
      act: 'user.messagesDeleted',
      target: { id: userId, name: user?.username ?? null },
      details: { since: iso(since), count: removed },
    });
  });
  return true;
}
