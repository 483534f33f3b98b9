/** The newest messages of a channel that are no replies and not deleted, at a position of its log. */
export interface ChannelTail {
  /** Their positions, ascending: more than are counted, or all. */
  readonly seqs: readonly number[];
  /** By author, the last of these positions. */
  readonly lastSeqs: ReadonlyMap<string, number>;
  /** The ids that were asked for, by position. No message ever takes another position. */
  readonly ids: Map<number, string>;
}

/** The ends of the channels in which people have much unread (docs/notifications.md, How it is counted). */
export interface ChannelTails {
  /** The end of a channel as of a position of its log; null where that is not known. */
  find(channelId: string, seq: number): ChannelTail | null;
  /** A statement has counted this many messages of a channel whose end was not known. */
  missed(channelId: string, counted: number): void;
}
