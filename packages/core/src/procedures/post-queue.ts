import type { AppError } from '../kernel/errors/app-error.js';
import type { Hint } from '../log/bus.js';
import type { Idempotency } from '../log/idempotency.js';
import type { Extra, Mentions, Message } from '../protocol/records/message.js';

/** What a webhook posts by, in the place of a membership. */
export interface PostingWebhook {
  /** What its text mentions, each as it stands there, such as `@channel`. */
  readonly mentions: readonly string[];
  readonly mayMentionAll: boolean;
  /** Of its channel. */
  readonly slowModeSeconds: number;
}

/** A message to be posted. Only the shapes of its fields have been checked. */
export interface PostDraft {
  readonly channelId: string;
  readonly userId: string;
  /** The message that this one replies to, which may be a reply itself. */
  readonly parentId: string | null;
  /** Whether the list of the channel has the reply as well. */
  readonly alsoInChannel?: boolean;
  readonly content: string;
  readonly attachmentIds: readonly string[];
  /** The scheduled message that is posted, which keeps the attachments; absent for all others. */
  readonly scheduledId?: string;
  /** Whom the content mentions; null for nobody. */
  readonly mentions: Mentions | null;
  /** The fields of `Extra` that are not empty; null for none. Whoever makes the draft has checked that the author may set them. */
  readonly extra: Partial<Extra> | null;
  readonly idempotency: Idempotency | null;
  /** The webhook that posts it, whose account `userId` is; absent for users. */
  readonly webhook?: PostingWebhook;
  /** Set by the transaction that takes the author's turn in a channel with slow mode. */
  readonly takesTurn?: true;
  /** Repeated in the event. */
  readonly nonce?: string | undefined;
}

/**
 * What came of a post. `replayed`: an earlier try has written this message. `prepare-first`: the author may post this draft once
 * they have joined this public channel of a server, or in a transaction that takes their turn in one with slow mode. `conflict`:
 * nothing was done, because what it was decided by has changed, or somebody else is writing to the channel's log.
 */
export type PostOutcome =
  | {
      readonly kind: 'posted';
      readonly message: Message;
      /** To be published after the commit. */
      readonly hint: Hint;
    }
  | { readonly kind: 'replayed'; readonly messageId: string }
  | { readonly kind: 'prepare-first'; readonly serverId: string; readonly draft: PostDraft }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'conflict' };

/** One of the kinds of outcome. */
export type OutcomeOf<Kind extends PostOutcome['kind']> = Extract<PostOutcome, { readonly kind: Kind }>;

/** A message that is written, now or by an earlier try. */
export type Posted = OutcomeOf<'posted' | 'replayed'>;

export interface PostQueueMeasures {
  /** Posts that wait for the next commit, in all queues, or for readers of their channel that are behind. */
  readonly waiting: number;
  /** Channels whose posts wait in a queue of their own. */
  readonly channels: number;
  /** Batches that were sent to the database since the process began. */
  readonly batches: number;
}

/** What the sender of a post hears of. */
export type PostAnswer = OutcomeOf<'posted' | 'replayed' | 'prepare-first'>;

/** Posts messages; many share one commit. */
export interface PostQueue {
  /**
   * Resolves once the message is committed and published. Rejects with the error of a refusal (`sendMessage` names
   * them) or with the database's.
   */
  post(draft: PostDraft): Promise<PostAnswer>;
  /** For the metrics. */
  measure(): PostQueueMeasures;
}
