import type { Queryable } from '@palaver/db';
import { isSlowed, refusal, refused, standingOfWebhook } from '../../channels/permissions.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { OutcomeOf, PostDraft } from '../../procedures/post-queue.js';
import { CHANNEL_ACTION } from '../permissions.js';
import type { PosterCache } from './poster-cache.js';
import { type Poster, type PostFacts, readFacts } from './read.js';

/** A post that may be written if nothing has changed what it was decided by. */
export interface Accepted {
  readonly kind: 'accepted';
  readonly poster: Poster;
  /** The message that its thread hangs on; null where it is no reply. */
  readonly rootId: string | null;
}

/** What is to become of a post. */
export type Decision = Accepted | OutcomeOf<'replayed' | 'prepare-first' | 'refused'>;

/** Where the decisions about a batch come from. */
export interface DecisionSources {
  /** Of earlier batches; without it, everything is read. */
  readonly cache?: PosterCache | undefined;
  /** Whether to read what is kept under the clients' keys. Otherwise a key that is taken fails the write (23505). */
  readonly readsKeys?: boolean;
}

/** Decides about a batch. What is not in the cache is read in one statement, which sees one instant. */
export async function decideAll(
  q: Queryable,
  drafts: readonly PostDraft[],
  { cache, readsKeys = true }: DecisionSources,
): Promise<Decision[]> {
  const known = drafts.map((draft) => (cache ? decideByCache(draft, cache, readsKeys) : null));
  const unknown = drafts.filter((_, index) => known[index] === null);
  const facts = unknown.length > 0 ? (await readFacts(q, unknown)).values() : null;
  return drafts.map((draft, index) => {
    const decision = known[index];
    if (decision) return decision;
    const read = facts?.next().value;
    if (!read) throw new Error('each post has facts');
    if (read.poster) cache?.store(draft.channelId, draft.userId, read.poster);
    return decide(draft, read);
  });
}

/**
 * Accepts a post by what was read earlier; null where it has to be read. A refusal always is: no write confirms it, as it
 * does what is accepted.
 */
function decideByCache(draft: PostDraft, cache: PosterCache, readsKeys: boolean): Decision | null {
  const { channelId, userId, parentId, idempotency } = draft;
  if (parentId !== null || (readsKeys && idempotency !== null)) return null;
  const poster = cache.find(channelId, userId);
  if (!poster) return null;
  const decision = decide(draft, { poster, kept: undefined, parent: undefined });
  return decision.kind === 'accepted' ? decision : null;
}

/**
 * Decides about a post. A client's key comes first: a retry of what was written gets its first answer also when the
 * channel has been archived since. `sendMessage` names the errors.
 */
export function decide(draft: PostDraft, { kept, poster, parent }: PostFacts): Decision {
  const { channelId, parentId, idempotency } = draft;
  if (kept) {
    const isSame = kept.requestHash === idempotency?.requestHash.toString('hex');
    return isSame
      ? { kind: 'replayed', messageId: JSON.parse(kept.answer) }
      : refuse('IDEMPOTENCY_KEY_REUSED');
  }
  if (!poster) return refuse('CHANNEL_NOT_FOUND');
  const { serverId } = poster;
  const standing = draft.webhook ? standingOfWebhook(poster.standing) : poster.standing;
  const code = refusal(standing, parentId === null ? 'post' : CHANNEL_ACTION.reply);
  if (code) return { kind: 'refused', error: refused(code, standing) };
  if (parentId !== null && (parent?.channelId !== channelId || parent.isDeleted))
    return refuse('MESSAGE_NOT_FOUND');
  // In a direct message everybody is a member already, and nobody waits.
  const isReady = standing.isMember && (draft.takesTurn || !isSlowed(standing));
  if (!isReady && serverId !== null) return { kind: 'prepare-first', serverId, draft };
  return { kind: 'accepted', poster, rootId: parent?.rootId ?? null };
}

function refuse(code: ConstructorParameters<typeof AppError>[0]): Decision {
  return { kind: 'refused', error: new AppError(code) };
}
