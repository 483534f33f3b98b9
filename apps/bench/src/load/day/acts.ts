/** What somebody does, in a program that shows a chat. Times are in milliseconds, channels are numbers in the person's list. */
export type Act =
  /** Opens the program in a channel: for the first time, or with what it has kept. */
  | { readonly kind: 'arrive'; readonly channel: number }
  | { readonly kind: 'return'; readonly channel: number }
  | { readonly kind: 'switch'; readonly channel: number }
  | Writing
  | { readonly kind: 'react'; readonly emoji: string }
  | { readonly kind: 'upload' }
  /** Looks elsewhere, and comes back. */
  | { readonly kind: 'away' }
  | { readonly kind: 'back' }
  | { readonly kind: 'leave' };

/** A message to the channel, or in the thread of its last message. */
export interface Writing {
  readonly kind: 'post' | 'reply';
  readonly text: string;
  /** How long the keys take. */
  readonly typingMs: number;
  /** How long after the last key it is sent. */
  readonly pauseMs: number;
}

export type ActKind = Act['kind'];
