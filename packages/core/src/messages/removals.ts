import { performance } from 'node:perf_hooks';
import { inTurn, type WorkSource } from '../kernel/concurrency/background-work.js';
import { iso } from '../kernel/sql/instant.js';
import { lockStream } from '../log/append.js';
import { channelStream } from '../log/streams.js';
import { transact, type WriteContext } from '../log/transact.js';
import type { HookContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { recordAct } from '../servers/audit-log.js';
import { accessUsers } from '../users/access.js';
import { type Deleting, deleteLocked } from './delete-locked.js';
import * as queries from './removal-queries.js';

type RemovalContext = WriteContext & HookContext & Pick<Services, 'db' | 'files' | 'log'>;

/** So many events are read without a lock, and so many of the posts among them are deleted in one transaction at most. */
const MOST = { events: 2_000, posts: 10 } as const;
const NOTHING: queries.LogPart = { lastSeq: null, posts: [] };
/** Posts to the channel wait for a transaction: it begins no further deletion after this time. */
const DELETING_MS = 20;

/** The messages that are still to be deleted, as background work. */
export function messageRemovals(ctx: RemovalContext): WorkSource {
  return inTurn<queries.Removal>(
    (after) => queries.nextRemoval(ctx.db, after),
    (removal) => continueRemoval(ctx, removal),
  );
}

/** Goes on by one transaction. Of two nodes that do, the second finds that the removal has moved. */
async function continueRemoval(ctx: RemovalContext, removal: queries.Removal): Promise<boolean> {
  const channelId = await queries.nextChannel(ctx.db, removal);
  if (channelId === null) return finish(ctx, removal);
  const after =
    channelId === removal.channelId
      ? removal.seq
      : await queries.positionBefore(ctx.db, channelId, removal.since);
  const part = after === null ? NOTHING : await queries.readLogPart(ctx.db, channelId, after, removal, MOST);
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
    const of = { channelId, userId: locked.userId };
    const done = await deleteSome(ctx, { tx, emit, afterCommit }, of, posts);
    const isPart = done.looked < posts.length || posts.length === MOST.posts;
    const seq = isPart ? (posts[done.looked - 1]?.seq ?? lastSeq) : lastSeq;
    await queries.advanceRemoval(tx, locked, { channelId, seq }, done.removed);
  });
}

/** Deletes as many posts as there is time for, and at least one. Returns how many it has looked at, and how many were left. */
async function deleteSome(
  ctx: RemovalContext,
  deleting: Deleting,
  of: { readonly channelId: string; readonly userId: string },
  posts: queries.LogPart['posts'],
): Promise<{ readonly looked: number; readonly removed: number }> {
  if (posts.length === 0) return { looked: 0, removed: 0 };
  const ids = posts.map(({ id }) => id);
  const begun = performance.now();
  const messages = await queries.findMessagesOf(deleting.tx, of, ids);
  let removed = 0;
  for (const [index, id] of ids.entries()) {
    if (removed > 0 && performance.now() - begun > DELETING_MS) return { looked: index, removed };
    const message = messages.get(id);
    if (!message) continue;
    await deleteLocked(ctx, deleting, message);
    removed += 1;
  }
  return { looked: ids.length, removed };
}

/** One line of the audit log for all of it. */
async function finish(ctx: RemovalContext, removal: queries.Removal): Promise<boolean> {
  await transact(ctx, async (tx) => {
    const locked = await queries.lockRemoval(tx, removal);
    if (!locked) return;
    await queries.deleteRemoval(tx, locked);
    const { serverId, userId, actorId, since, removed } = locked;
    const [user] = await accessUsers(tx, [userId]);
    await recordAct({ actor: { userId: actorId }, clock: ctx.clock }, tx, {
      serverId,
      act: 'user.messagesDeleted',
      target: { id: userId, name: user?.username ?? null },
      details: { since: iso(since), count: removed },
    });
  });
  return true;
}
