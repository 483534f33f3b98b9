import type { Random } from '../support/random.js';

const KEPT_MAX = 40;

export interface RecentMessage {
  readonly id: string;
  readonly userId: string;
  readonly channelId: string;
}

/** The last acknowledged messages: the targets of replies, edits, deletions and reactions. */
export class RecentMessages {
  #messages: RecentMessage[] = [];

  add(message: RecentMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > KEPT_MAX) this.#messages.shift();
  }

  remove(id: string): void {
    this.#messages = this.#messages.filter((message) => message.id !== id);
  }

  /** A random message; null if there is none. */
  pick(random: Random): RecentMessage | null {
    return pickFrom(this.#messages, random);
  }

  /** A random message by this user; null if there is none. */
  pickBy(userId: string, random: Random): RecentMessage | null {
    return pickFrom(
      this.#messages.filter((message) => message.userId === userId),
      random,
    );
  }
}

function pickFrom(messages: readonly RecentMessage[], random: Random): RecentMessage | null {
  return messages.length === 0 ? null : random.pick(messages);
}
