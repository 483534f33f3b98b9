import type { Actor } from '../kernel/services/actor.js';
import type { ChannelUnread } from '../protocol/records/channel-unread.js';

/** Who marks, and the request that waits for it. */
export interface Marking {
  readonly actor: Pick<Actor, 'userId'>;
  readonly request: { isAbandoned(): boolean } | null;
}

/** A message that somebody has read. Both ids are well formed. */
export interface Mark {
  readonly channelId: string;
  readonly messageId: string;
}

/** What came of a mark. */
export interface Marked {
  readonly unread: ChannelUnread;
  /** Whether the members of the channel see how far others have read it. */
  readonly showsReceipts: boolean;
}

/** Marks of many people, which are read and written together. */
export interface Marks {
  /**
   * Moves the caller's position forward, in two statements that marks of the same time share. Null for all that this cannot do;
   * then nothing is written. Throws `CHANNEL_NOT_FOUND`, `NOT_A_CHANNEL_MEMBER`, or `BUSY` for a caller who has gone.
   */
  move(by: Marking, mark: Mark): Promise<Marked | null>;
}
