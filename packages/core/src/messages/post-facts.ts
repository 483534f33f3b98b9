import type { Queryable } from '@palaver/db';
import type { PostDraft } from '../procedures/post-queue.js';
import { readPostContext } from './post-context.js';
import type { PostFacts } from './post-decision.js';
import { PostKnowledge } from './post-knowledge.js';

/** Reads what decides about posts, at one instant and in their order, and takes it into what is known. */
export async function readPostFacts(
  q: Queryable,
  posts: readonly PostDraft[],
  knowledge = new PostKnowledge(),
): Promise<Array<PostFacts & { readonly post: PostDraft }>> {
  const context = await readPostContext(q, posts);
  knowledge.learn(context);
  const parents = new Map(context.parents.map((parent) => [parent.id, parent]));
  const answers = new Map(context.answers.map((kept) => [`${kept.userId} ${kept.key}`, kept]));
  return posts.map((post) => {
    const { channelId, userId, parentId, idempotency } = post;
    return {
      post,
      kept: idempotency ? answers.get(`${userId} ${idempotency.key}`) : undefined,
      poster: knowledge.find(channelId, userId) ?? undefined,
      parent: parentId === null ? undefined : parents.get(parentId),
    };
  });
}
