import type { Message } from '../../protocol/records/message.js';
import type { User } from '../../protocol/records/user.js';

/** A message as it would be posted, or as it would be after an edit. */
export interface MessageToSend {
  /** Null for a message that is not posted yet. */
  readonly id: string | null;
  readonly channelId: string;
  /** Null in a direct message. */
  readonly serverId: string | null;
  /** The first message of the thread that it replies in; null for a message of the timeline. */
  readonly threadId: string | null;
  /** Whether the timeline has the reply as well. */
  readonly alsoInChannel: boolean;
  readonly content: string;
  readonly attachments: ReadonlyArray<{
    readonly id: string;
    readonly filename: string;
    readonly mimeType: string;
    readonly sizeBytes: number;
  }>;
  readonly externalId: string | null;
  readonly metadata: Message['metadata'];
  readonly user: User;
}

export interface BeforeSendQuestion {
  /** The same for a retry with the same idempotency key. */
  readonly id: string;
  readonly type: 'message.creating' | 'message.editing';
  readonly message: MessageToSend;
}

/** `unchecked`: the hook has given no usable answer, and the operator wants no message without one. */
export type Verdict =
  | { readonly action: 'accept' }
  | { readonly action: 'refuse'; readonly reason: string | null }
  | { readonly action: 'change'; readonly content: string }
  | { readonly action: 'unchecked' };

/** The operator's hook, which is asked about each message (docs/identity.md, The before-send hook). */
export interface BeforeSend {
  /**
   * Resolves within the time of the hook, whatever that does. `isContent` says whether a content that the hook answers
   * with can be posted.
   */
  ask(question: BeforeSendQuestion, isContent: (content: string) => boolean): Promise<Verdict>;
  /** For the metrics. */
  measure(): BeforeSendMeasures;
}

export interface BeforeSendMeasures {
  /** Messages by what became of the question. `skipped`: not asked, because the hook is away. */
  readonly outcomes: Readonly<Record<'accepted' | 'changed' | 'refused' | 'failed' | 'skipped', number>>;
  readonly failures: Readonly<Record<'timeout' | 'connection' | 'status' | 'answer', number>>;
  /** Seconds that messages have waited for answers, in all. */
  readonly seconds: number;
  readonly isAway: boolean;
}
