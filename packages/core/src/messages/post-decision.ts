import { isSlowed, refusal, refused, standingOfWebhook } from '../channels/permissions.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { PostDraft, PostOutcome } from '../procedures/post-queue.js';
import { CHANNEL_ACTION } from './permissions.js';
import type { KeptAnswer, Parent } from './post-context.js';
import type { Poster } from './post-knowledge.js';

/** What is to become of a post. */
export type Decision =
  | { readonly kind: 'accepted'; readonly poster: Poster; readonly rootId: string | null }
  | { readonly kind: 'replayed'; readonly messageId: string }
  | Extract<PostOutcome, { readonly kind: 'prepare-first' }>
  | { readonly kind: 'refused'; readonly error: AppError };

/** What is known of a post. */
export interface PostFacts {
  /** The answer that is kept under its key. */
  readonly kept: KeptAnswer | undefined;
  /** Undefined for a channel that does not live. */
  readonly poster: Poster | undefined;
  /** Undefined where there is no such message. */
  readonly parent: Parent | undefined;
}

/**
 * Decides about a post. A client's key comes first: a retry of what was written gets its first answer also when the
 * channel has been archived since. `sendMessage` names the errors.
 */
export function decidePost(post: PostDraft, { kept, poster, parent }: PostFacts): Decision {
  const { channelId, parentId, idempotency } = post;
  if (kept) {
    const isSame = kept.requestHash === idempotency?.requestHash.toString('hex');
    return isSame
      ? { kind: 'replayed', messageId: JSON.parse(kept.answer) }
      : refuse('IDEMPOTENCY_KEY_REUSED');
  }
  if (!poster) return refuse('CHANNEL_NOT_FOUND');
  const { serverId } = poster;
  const standing = post.webhook ? standingOfWebhook(poster.standing) : poster.standing;
  const code = refusal(standing, parentId === null ? 'post' : CHANNEL_ACTION.reply);
  if (code) return { kind: 'refused', error: refused(code, standing) };
  if (parentId !== null && (parent?.channelId !== channelId || parent.isDeleted))
    return refuse('MESSAGE_NOT_FOUND');
  // In a direct message everybody is a member already, and nobody waits.
  const isReady = standing.isMember && (post.takesTurn || !isSlowed(standing));
  if (!isReady && serverId !== null) return { kind: 'prepare-first', serverId, post };
  return { kind: 'accepted', poster, rootId: parent?.rootId ?? null };
}

function refuse(code: ConstructorParameters<typeof AppError>[0]): Decision {
  return { kind: 'refused', error: new AppError(code) };
}
