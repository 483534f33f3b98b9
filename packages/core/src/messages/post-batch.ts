import { newId, type Queryable } from '@palaver/db';
import type { AppError } from '../kernel/errors/app-error.js';
import { iso } from '../kernel/sql/instant.js';
import type { Hint, PlainPost } from '../log/bus.js';
import { channelStream } from '../log/streams.js';
import type { PostDraft, PostOutcome } from '../procedures/post-queue.js';
import { frameParts } from '../protocol/events.js';
import type { Attachment } from '../protocol/records/attachment.js';
import { type Message, NO_MENTIONS } from '../protocol/records/message.js';
import { type Decision, decidePost } from './post-decision.js';
import { readPostFacts } from './post-facts.js';
import { kindOfAll } from './post-kind.js';
import { type Guard, PostKnowledge } from './post-knowledge.js';
import { INSTANT } from './post-statement.js';
import type { Turn } from './post-turn.js';
import { type Advance, type Base, type PlacedMessage, type Written, writePosts } from './post-write.js';
import { newMessage, withNonce } from './record.js';

/** A message that is written, now or by an earlier try; `hint` is to be published after the commit. */
export type Posted =
  | (Extract<PostOutcome, { readonly kind: 'posted' }> & { readonly hint: Hint })
  | Extract<PostOutcome, { readonly kind: 'replayed' }>;

/**
 * What came of one post of a batch. `outdated`: what was known of it is not true any more, so it has to be read;
 * `contended`: somebody else is writing to the channel's log; `uncertain`: with `ifUnmoved`, one of both, or the log has got
 * what changes nothing for posts. Nothing was done of any of them.
 */
export type BatchOutcome =
  | Posted
  | Extract<PostOutcome, { readonly kind: 'prepare-first' }>
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'contended' }
  | { readonly kind: 'uncertain' };

export interface BatchOptions {
  /** What is known from earlier batches; without it, everything is read. */
  readonly knowledge?: PostKnowledge;
  /** Whether to read what is kept under the clients' keys. Otherwise a key that is taken fails the batch (23505). */
  readonly readKeys?: boolean;
  /** See `WritableBatch`; a batch with messages that are not plain is compared in any case. */
  readonly ifUnmoved?: boolean;
  /** Writes the batch in this turn. */
  readonly turn?: Turn;
  /** The attachments of a post that is accepted, by the id that its message has. Needed where posts have some. */
  readonly claimAttachments?: (post: PostDraft, messageId: string) => Promise<readonly Attachment[]>;
  /**
   * Where the batch is part of a transaction: registers what is to be done once it is committed. The positions of one that
   * is rolled back are taken by other events, so nothing is known of them.
   */
  readonly afterCommit?: AfterPosts;
}

export type AfterPosts = (effect: () => void) => void;

/**
 * Posts a batch: what is not known is read at one instant, the rules of this slice and of channels are asked, and the
 * messages are written if none of the streams has moved that this depends on. The same for one post and for many, inside
 * a transaction and without one. Throws the database's error, with which nothing is written.
 */
export async function postBatch(
  q: Queryable,
  posts: readonly PostDraft[],
  now: Date,
  {
    knowledge = new PostKnowledge(),
    readKeys = true,
    ifUnmoved = false,
    turn,
    claimAttachments,
    afterCommit = (effect) => effect(),
  }: BatchOptions = {},
): Promise<BatchOutcome[]> {
  const known = posts.map((post) => decideKnown(post, knowledge, readKeys));
  const unknown = posts.filter((_, index) => known[index] === null);
  const read = unknown.length > 0 ? await decideRead(q, unknown, knowledge) : null;
  const decisions = posts.map((post, index) => known[index] ?? read?.get(post));
  const placed = new Map<number, PlacedMessage>();
  const advances = new Map<string, Advance>();
  const guards = new Map<string, Guard>();
  const here = iso(now);
  const kind = kindOfAll(posts.filter((_, index) => decisions[index]?.kind === 'accepted'));
  const compares = !ifUnmoved || kind !== 'plain';
  for (const [index, decision] of decisions.entries()) {
    const post = posts[index];
    if (!post || decision?.kind !== 'accepted') continue;
    const id = newId(decision.poster.serverId ?? post.channelId);
    const attachments = post.attachmentIds.length > 0 ? await claimAttachments?.(post, id) : undefined;
    const advance = oneMore(post.channelId, advances.get(post.channelId), decision, here);
    advances.set(post.channelId, advance);
    for (const guard of decision.poster.guards) {
      // The earlier one, where some were known and others have just been read.
      if ((guards.get(guard.streamId)?.seq ?? guard.seq) >= guard.seq) guards.set(guard.streamId, guard);
    }
    placed.set(index, place({ id, post, decision, advance, attachments: attachments ?? [], compares }));
  }
  if (placed.size === 0) return decisions.map((decision) => outcomeOf(decision, undefined, NOTHING));
  const batch = {
    advances: [...advances.values()],
    placed: [...placed.values()],
    guards: [...guards.values()],
    kind,
    compares,
  };
  const written = await (turn ? turn.write((one) => writePosts(one, batch)) : writePosts(q, batch));
  for (const streamId of written.moved) knowledge.forget(streamId);
  afterCommit(() => takeIn(written, advances, knowledge));
  return decisions.map((decision, index) => outcomeOf(decision, placed.get(index), written));
}

const NOTHING: Written = {
  bases: new Map(),
  moved: new Set(),
  guarded: [],
  guardMoved: false,
  isCompared: true,
};

/**
 * Accepts a post by what was read earlier; null where it has to be read. A refusal always is: no write confirms it, as it
 * does what is accepted.
 */
function decideKnown(post: PostDraft, knowledge: PostKnowledge, readKeys: boolean): Decision | null {
  const { channelId, userId, parentId, idempotency } = post;
  if (parentId !== null || (readKeys && idempotency !== null)) return null;
  const poster = knowledge.find(channelId, userId);
  if (!poster) return null;
  const decision = decidePost(post, { poster, kept: undefined, parent: undefined });
  return decision.kind === 'accepted' ? decision : null;
}

/** Reads what decides about posts, and decides. */
async function decideRead(
  q: Queryable,
  posts: readonly PostDraft[],
  knowledge: PostKnowledge,
): Promise<Map<PostDraft, Decision>> {
  const facts = await readPostFacts(q, posts, knowledge);
  return new Map(facts.map(({ post, ...known }) => [post, decidePost(post, known)]));
}

type Accepted = Extract<Decision, { kind: 'accepted' }>;

/** What a channel gets, with one message more. Its instants never run backwards. */
function oneMore(
  channelId: string,
  earlier: Advance | undefined,
  { poster: { head } }: Accepted,
  now: string,
): Advance {
  if (!earlier) return { channelId, known: head, messages: 1, at: laterOf(head.at, now) };
  earlier.messages++;
  return earlier;
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
  readonly compares: boolean;
}): PlacedMessage {
  const { id, post, decision, advance, attachments, compares } = made;
  const { channelId, content, idempotency, nonce, mentions, externalId, metadata, webhook } = post;
  const { interaction = null, components = [] } = post;
  const { poster, rootId } = decision;
  const { author } = poster;
  const message = newMessage({
    id,
    channelId,
    author,
    threadId: rootId,
    content,
    at: advance.at,
    attachments,
    mentions: mentions ?? NO_MENTIONS,
    externalId,
    metadata,
    webhook: webhook?.shown ?? null,
    interaction,
    components,
  });
  const framed = compares ? at(message, INSTANT) : message;
  const frame = frameParts(channelStream(channelId), {
    type: 'message.created',
    data: withNonce(framed, nonce),
  });
  return { message, step: advance.messages, frame, idempotency, isMentioning: mentions !== null };
}

/** The message, as if it were made then. */
function at(message: Message, instant: string): Message {
  // See `withNonce`.
  return Object.assign({}, message, { createdAt: instant, updatedAt: instant });
}

function takeIn(written: Written, advances: ReadonlyMap<string, Advance>, knowledge: PostKnowledge): void {
  for (const [guard, seq] of written.guarded) knowledge.guarded(guard, seq);
  for (const { channelId, known, messages } of advances.values()) {
    const base = written.bases.get(channelId);
    if (base) knowledge.advance(channelId, known.seq, { seq: base.seq + messages, at: base.at });
  }
}

function plainPost(seq: number, { id, userId, createdAt }: Message): PlainPost {
  return { seq, messageId: id, authorId: userId, at: createdAt };
}

function outcomeOf(
  decision: Decision | undefined,
  placed: PlacedMessage | undefined,
  written: Written,
): BatchOutcome {
  if (decision === undefined) return { kind: 'outdated' };
  if (decision.kind !== 'accepted') return decision;
  if (!placed) return { kind: 'outdated' };
  const base = written.bases.get(placed.message.channelId);
  if (base) return posted(placed, base, written);
  if (!written.isCompared) return { kind: 'uncertain' };
  const isOutdated = written.guardMoved || written.moved.has(placed.message.channelId);
  return { kind: isOutdated ? 'outdated' : 'contended' };
}

function posted(placed: PlacedMessage, base: Base, { isCompared }: Written): Posted {
  const { message, step, frame, isMentioning } = placed;
  const before = isCompared ? frame[0].replaceAll(INSTANT, base.at) : frame[0];
  const dated = message.createdAt === base.at ? message : at(message, base.at);
  const seq = base.seq + step;
  const hint = {
    streamId: message.channelId,
    streamKind: 'channel',
    seq,
    frame: `${before}${seq}${frame[1]}`,
    post: isMentioning || message.threadId !== null ? null : plainPost(seq, dated),
  } as const;
  return { kind: 'posted', message: dated, hint };
}
