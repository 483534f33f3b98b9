import type { Idempotency } from '../log/idempotency.js';
import type { Message } from '../protocol/records/message.js';

/** A message to be posted. Only the shapes of its fields have been checked. */
export interface PostDraft {
  readonly channelId: string;
  readonly userId: string;
  /** The message that this one replies to, which may be a reply itself. */
  readonly parentId: string | null;
  readonly content: string;
  readonly attachmentIds: readonly string[];
  readonly idempotency: Idempotency | null;
  /** Repeated in the event. */
  readonly nonce?: string | undefined;
}

/** The outcome of a post. `replayed`: an earlier try has written this message. `join-first`: the author may post once they have joined this public channel of a server. */
export type PostOutcome =
  | { readonly kind: 'posted'; readonly message: Message }
  | { readonly kind: 'replayed'; readonly messageId: string }
  | { readonly kind: 'join-first'; readonly serverId: string };

export interface PostQueueMeasures {
  /** Posts that wait for the next commit, in all lanes. */
  readonly waiting: number;
  /** Channels whose posts wait in a lane of their own. */
  readonly lanes: number;
  /** Batches that were sent to the database since the process began. */
  readonly batches: number;
}

/** Posts messages; many share one commit. */
export interface PostQueue {
  /**
   * Resolves once the message is committed and published. Rejects with the error of a refusal (`sendMessage` names
   * them) or with the database's.
   */
  post(draft: PostDraft): Promise<PostOutcome>;
  /** For the metrics. */
  measure(): PostQueueMeasures;
}
