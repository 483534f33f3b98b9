import type { ReadingEntry, ReadingPlace } from '../chat/reading-entry.js';
import type { Place } from '../host/chat-host.js';

/** What is shown: a channel, a message that it was opened at, and a thread beside it. */
export interface Shown {
  readonly channelId: string;
  readonly messageId: string | null;
  readonly thread: { readonly rootId: string; readonly replyId: string | null } | null;
}

/** What of a chat is shown, in the place of a router. */
export class Places {
  #shown: Shown | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #movers = new Set<() => void>();
  /** Where each channel was left. */
  readonly #left = new Map<string, ReadingPlace>();

  get shown(): Shown | null {
    return this.#shown;
  }

  show({ channelId, messageId = null, threadId = null }: Place): void {
    const before = this.#shown?.channelId === channelId ? this.#shown : null;
    if (threadId === null) {
      // A message is found where the thread beside it is not in the way.
      this.#set({ channelId, messageId, thread: null });
      for (const listener of [...this.#movers]) listener();
      return;
    }
    const replyId = messageId === threadId ? null : messageId;
    this.#set({ channelId, messageId: before?.messageId ?? null, thread: { rootId: threadId, replyId } });
  }

  closeThread(): void {
    if (this.#shown !== null) this.#set({ ...this.#shown, thread: null });
  }

  /** Calls when something else is shown. Returns a function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Where a channel is shown: at the message that was asked for, else where it was left. */
  entryOf(channelId: string, messageId: string | null): ReadingEntry {
    return {
      named: messageId,
      asked: () => ({ place: messageId === null ? (this.#left.get(channelId) ?? null) : null, messageId }),
      keep: (place) => {
        if (place === null) this.#left.delete(channelId);
        else this.#left.set(channelId, place);
      },
      onMoved: (listener) => {
        this.#movers.add(listener);
        return () => void this.#movers.delete(listener);
      },
    };
  }

  #set(next: Shown): void {
    this.#shown = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
