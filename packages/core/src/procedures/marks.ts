import type { WriteContext } from '../log/transact.js';
import type { ChannelUnread } from '../protocol/records/channel-unread.js';

/** A message that somebody has read. The ids are well formed. */
export interface Mark {
  readonly userId: string;
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
   * Moves a position forward, in two statements that marks of the same time share. Null for all that this cannot do;
   * then nothing is written. Throws `CHANNEL_NOT_FOUND`, `NOT_A_CHANNEL_MEMBER`, or `BUSY` where whoever sent
   * the request has gone.
   */
  move(mark: Mark, request: WriteContext['request']): Promise<Marked | null>;
}
