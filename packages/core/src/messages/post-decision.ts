import { refusal } from '../channels/permissions.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { PostDraft } from '../procedures/post-queue.js';
import type { User } from '../protocol/records/user.js';
import { toUser } from '../users/record.js';
import { CHANNEL_ACTION } from './permissions.js';
import type { ChannelHead, KeptAnswer, Parent, PostContext } from './post-context.js';

/** What is to become of a post. */
export type Decision =
  | {
      readonly kind: 'accepted';
      readonly head: ChannelHead;
      readonly author: User;
      readonly rootId: string | null;
    }
  | { readonly kind: 'replayed'; readonly answer: string }
  | { readonly kind: 'join-first'; readonly serverId: string };

/**
 * Decides about each post of a batch by what was read of it, in its order. A client's key comes first: a retry of what
 * was written gets its first answer also when the channel has been archived since. A refusal is the error itself
 * (`sendMessage` names them).
 */
export function decidePosts(posts: readonly PostDraft[], context: PostContext): Array<Decision | AppError> {
  const known: Known = {
    heads: new Map(context.heads.map((head) => [head.id, head])),
    standings: new Map(context.standings.map((standing) => [standing.n, standing])),
    authors: new Map(context.authors.map((author) => [author.id, toUser(author)])),
    parents: new Map(context.parents.map((parent) => [parent.id, parent])),
    answers: new Map(context.answers.map((kept) => [nameOf(kept), kept])),
  };
  return posts.map((post, index) => decide(post, known, known.standings.get(index + 1)));
}

interface Known {
  readonly heads: ReadonlyMap<string, ChannelHead>;
  readonly standings: ReadonlyMap<number, PostContext['standings'][number]>;
  readonly authors: ReadonlyMap<string, User>;
  readonly parents: ReadonlyMap<string, Parent>;
  readonly answers: ReadonlyMap<string, KeptAnswer>;
}

function decide(
  post: PostDraft,
  { heads, authors, parents, answers }: Known,
  standing: PostContext['standings'][number] | undefined,
): Decision | AppError {
  const { userId, channelId, parentId, idempotency } = post;
  const kept = idempotency && answers.get(nameOf({ userId, key: idempotency.key }));
  if (kept) return replay(kept, idempotency.requestHash);

  if (!standing) return new AppError('CHANNEL_NOT_FOUND');
  const refused = refusal(standing, parentId === null ? 'post' : CHANNEL_ACTION.reply);
  if (refused) return new AppError(refused);
  const parent = parentId === null ? null : parents.get(parentId);
  if (parent === undefined || parent?.isDeleted || (parent && parent.channelId !== channelId))
    return new AppError('MESSAGE_NOT_FOUND');
  // In a direct message everybody is a member already.
  if (!standing.isMember && standing.serverId !== null)
    return { kind: 'join-first', serverId: standing.serverId };

  const head = heads.get(channelId);
  const author = authors.get(userId);
  if (!head || !author) throw new Error('a living channel has a log, and who is a member is an account');
  return { kind: 'accepted', head, author, rootId: parent?.rootId ?? null };
}

function replay(kept: KeptAnswer, requestHash: Buffer): Decision | AppError {
  if (kept.requestHash !== requestHash.toString('hex')) return new AppError('IDEMPOTENCY_KEY_REUSED');
  return { kind: 'replayed', answer: kept.answer };
}

function nameOf({ userId, key }: { readonly userId: string; readonly key: string }): string {
  return `${userId} ${key}`;
}
