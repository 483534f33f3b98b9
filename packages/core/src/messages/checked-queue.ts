import { accessClaimable } from '../attachments/access.js';
import { inOrder } from '../kernel/concurrency/in-order.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { BeforeSend } from '../kernel/services/before-send.js';
import type { PostDraft, PostQueue } from '../procedures/post-queue.js';
import type { Resources } from '../procedures/services.js';
import { resolveMentions } from './mention-resolution.js';
import { readPostContext } from './post-context.js';
import { decidePost } from './post-decision.js';
import { PostKnowledge } from './post-knowledge.js';
import { fileOf, requireAccepted } from './require-accepted.js';

export type Checking = Pick<Resources, 'db' | 'settings'> & { readonly beforeSend: BeforeSend };

/**
 * A post queue that asks the operator's hook about each message before it is queued, outside of any transaction. The
 * posts of one author in one channel are queued in the order in which they came, however long the answers take.
 */
export function checkedQueue(queue: PostQueue, ctx: Checking): PostQueue {
  const inTurn = inOrder();
  return {
    post: (draft) =>
      inTurn(
        `${draft.userId} ${draft.channelId}`,
        () => checkPost(ctx, draft),
        (checked) => queue.post(checked),
      ),
    measure: queue.measure,
  };
}

/**
 * The draft as it is to be posted. The hook hears only of what the author may post, and not again of what an earlier
 * try with this key has written. Throws what the queue refuses the post with, or what `requireAccepted` does.
 */
export async function checkPost(ctx: Checking, draft: PostDraft): Promise<PostDraft> {
  const { decision, message } = await preview(ctx, draft);
  if (decision.kind === 'refused') throw decision.error;
  if (decision.kind === 'replayed' || message === null) return draft;
  const { idempotency } = draft;
  try {
    const { settings, beforeSend } = ctx;
    const check = { type: 'message.creating', message, idempotency } as const;
    const content = await requireAccepted(beforeSend, settings.limits, check);
    if (content === draft.content) return draft;
    return { ...draft, content, mentions: await resolveMentions(ctx.db, draft, content) };
  } catch (error) {
    // Another try with this key, which was asked about at the same time, may have been accepted.
    const isReplayed = idempotency !== null && (await preview(ctx, draft)).decision.kind === 'replayed';
    if (error instanceof AppError && isReplayed) return draft;
    throw error;
  }
}

/** What would become of a post now, and the message that it would be. */
async function preview({ db }: Checking, draft: PostDraft) {
  const { channelId, userId, attachmentIds, scheduledId, content, externalId, metadata } = draft;
  const context = await readPostContext(db, [draft]);
  const knowledge = new PostKnowledge(1);
  knowledge.learn(context);
  const poster = knowledge.find(channelId, userId) ?? undefined;
  const [parent] = context.parents;
  const decision = decidePost(draft, { kept: context.answers[0], poster, parent });
  if (!poster || (decision.kind !== 'accepted' && decision.kind !== 'prepare-first')) {
    return { decision, message: null };
  }
  const claim = { channelId, uploaderId: userId, scheduledId, ids: attachmentIds };
  const files = await accessClaimable(db, claim);
  const { serverId, author: user } = poster;
  const threadId = parent?.rootId ?? null;
  const place = { id: null, channelId, serverId, threadId };
  const attachments = files.map(fileOf);
  return { decision, message: { ...place, content, attachments, externalId, metadata, user } };
}
