/** Where somebody reads in a list of messages. */
export interface ReadingPlace {
  /** The channel that is read. */
  readonly channelId: string;
  /** The message that stands first of those that are seen. */
  readonly messageId: string;
  /** How far it begins below the upper edge of what is seen, in pixels. */
  readonly top: number;
}

/** What is asked for where a channel is opened. */
export interface Asked {
  /** Where it was read before; null for nowhere, and for the end of the list. */
  readonly place: ReadingPlace | null;
  /** The message that is named. */
  readonly messageId: string | null;
}

/** Where a channel is shown, such as an entry of the browser's history: it keeps where the person reads. */
export interface ReadingEntry {
  /** The message that the entry names, when it was last rendered. */
  readonly named: string | null;
  /** What is asked for at this moment. */
  readonly asked: () => Asked;
  /** Keeps the place; null where the person is at the end. */
  readonly keep: (place: ReadingPlace | null) => void;
  /** Calls when another entry is shown. Returns a function that ends it. */
  readonly onMoved: (listener: () => void) => () => void;
}
