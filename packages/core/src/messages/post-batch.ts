import { newId, type Queryable } from '@palaver/db';
import type { AppError } from '../kernel/errors/app-error.js';
import { iso } from '../kernel/sql/instant.js';
import type { Hint } from '../log/bus.js';
import type { PostDraft, PostOutcome } from '../procedures/post-queue.js';
import { frameAt } from '../protocol/events.js';
import type { Attachment } from '../protocol/records/attachment.js';
import { readPostContext } from './post-context.js';
import { type Decision, decidePosts } from './post-decision.js';
import { type Advance, type PlacedMessage, writePosts } from './post-write.js';
import { newMessage } from './record.js';

/** A message that is written, now or by an earlier try; `hint` is to be published after the commit. */
export type Posted = Extract<PostOutcome, { readonly kind: 'posted' | 'replayed' }> & {
  readonly hint?: Hint;
};

/** What came of one post of a batch. `contended`: somebody else is writing to the channel's log; nothing was done. */
export type BatchOutcome =
  | Posted
  | Extract<PostOutcome, { readonly kind: 'join-first' }>
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'contended' };

/** The attachments of a post that is accepted, by the id that its message has. Needed where posts have some. */
export type ClaimAttachments = (post: PostDraft, messageId: string) => Promise<readonly Attachment[]>;

/**
 * Posts a batch in two statements: what decides is read at one instant, the rules of this slice and of channels are
 * asked, and the messages are written if no event of their channels has come between. The same for one post and for
 * many, inside a transaction and without one. Throws the database's error, with which nothing is written.
 */
export async function postBatch(
  q: Queryable,
  posts: readonly PostDraft[],
  now: Date,
  claimAttachments?: ClaimAttachments,
): Promise<BatchOutcome[]> {
  const here = iso(now);
  const decisions = decidePosts(posts, await readPostContext(q, posts));
  const placed = new Map<number, PlacedMessage>();
  const advances = new Map<string, Advance>();
  for (const [index, decision] of decisions.entries()) {
    const post = posts[index];
    if (!post || !('kind' in decision) || decision.kind !== 'accepted') continue;
    const id = newId();
    const attachments = post.attachmentIds.length > 0 ? await claimAttachments?.(post, id) : undefined;
    const advance = nextPosition(advances.get(post.channelId), decision, here);
    advances.set(post.channelId, advance);
    placed.set(index, place({ id, post, decision, advance, attachments: attachments ?? [] }));
  }
  const written =
    placed.size === 0 ? null : await writePosts(q, [...advances.values()], [...placed.values()]);
  return decisions.map((decision, index) => outcomeOf(decision, placed.get(index), written));
}

type Accepted = Extract<Decision, { kind: 'accepted' }>;

/** The next position of a channel, whose instant never runs backwards. */
function nextPosition(earlier: Advance | undefined, { head }: Accepted, now: string): Advance {
  if (earlier) return { ...earlier, to: earlier.to + 1 };
  return { channelId: head.id, from: head.seq, to: head.seq + 1, at: laterOf(iso(head.at), now) };
}

/** Texts of this form stand in the order of time. */
function laterOf(a: string, b: string): string {
  return a < b ? b : a;
}

function place(made: {
  readonly id: string;
  readonly post: PostDraft;
  readonly decision: Accepted;
  readonly advance: Advance;
  readonly attachments: readonly Attachment[];
}): PlacedMessage {
  const { id, post, decision, advance, attachments } = made;
  const { channelId, content, idempotency } = post;
  const { author, rootId } = decision;
  const message = newMessage({
    id,
    channelId,
    author,
    threadId: rootId,
    content,
    at: advance.at,
    attachments,
  });
  const frame = frameAt({ streamId: channelId, seq: advance.to }, { type: 'message.created', data: message });
  return { message, seq: advance.to, frame, idempotency };
}

function outcomeOf(
  decision: Decision | AppError,
  placed: PlacedMessage | undefined,
  written: ReadonlySet<string> | null,
): BatchOutcome {
  if (!('kind' in decision)) return { kind: 'refused', error: decision };
  if (decision.kind === 'join-first') return decision;
  if (decision.kind === 'replayed') {
    // The stored text is what this same operation answered, so it has its type.
    return { kind: 'replayed', message: JSON.parse(decision.answer) };
  }
  if (!placed || !written?.has(placed.message.channelId)) return { kind: 'contended' };
  const { message, seq, frame } = placed;
  return { kind: 'posted', message, hint: { streamId: message.channelId, seq, frame } };
}
