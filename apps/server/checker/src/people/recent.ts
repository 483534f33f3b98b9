import type { Random } from '../random.js';

const KEPT = 40;

export interface KnownMessage {
  readonly id: string;
  readonly userId: string;
  readonly channelId: string;
}

/** The last messages that were acknowledged, for people to answer, edit, delete and react to. */
export class RecentMessages {
  #messages: KnownMessage[] = [];

  add(message: KnownMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > KEPT) this.#messages.shift();
  }

  remove(id: string): void {
    this.#messages = this.#messages.filter((message) => message.id !== id);
  }

  pick(random: Random, suits: (message: KnownMessage) => boolean = () => true): KnownMessage | null {
    const suitable = this.#messages.filter(suits);
    return suitable.length === 0 ? null : random.pick(suitable);
  }
}
