import type { PalaverClient } from '../client.js';
import type { PalaverEvent } from '../events/frames.js';
import type { Message } from '../service.js';
import { hasReacted } from '../state/reactions.js';
import { PendingChanges } from './pending-changes.js';

export interface MessageChangesOptions {
  readonly client: PalaverClient;
  /** Whether the events of a channel come. */
  readonly isFollowed: (channelId: string) => boolean;
  /** Empty as long as the store does not know whose it is. */
  readonly userId: () => string;
  readonly onChange: () => void;
}

/** Edits, deletes and reacts. What is asked for is shown at once, until its event comes or the service refuses it. */
export class MessageChanges {
  readonly #options: MessageChangesOptions;
  readonly #pending: PendingChanges;

  constructor(options: MessageChangesOptions) {
    this.#options = options;
    this.#pending = new PendingChanges(options.onChange);
  }

  get pending(): PendingChanges['current'] {
    return this.#pending.current;
  }

  edit(messageId: string, content: string): Promise<Message> {
    const { client, isFollowed } = this.#options;
    const request = () => client.api.messages.edit.mutate({ messageId, content });
    return this.#pending.during(messageId, { kind: 'edit', content }, request, ({ channelId }) =>
      isFollowed(channelId),
    );
  }

  async delete(messageId: string, ready?: Promise<void>): Promise<void> {
    const request = async () => {
      await ready;
      return this.#options.client.api.messages.delete.mutate({ messageId });
    };
    await this.#pending.during(messageId, { kind: 'delete' }, request, () => true);
  }

  setReaction(kind: 'react' | 'unreact', messageId: string, emoji: string): Promise<Message> {
    const { client, isFollowed, userId } = this.#options;
    const request = () => client.api.messages[kind].mutate({ messageId, emoji });
    // Whether an event will tell of it under this name: the service has one form of each emoji.
    return this.#pending.during(messageId, { kind, emoji }, request, ({ channelId, reactions }) => {
      const isThere = hasReacted(reactions, emoji, userId());
      return isFollowed(channelId) && isThere === (kind === 'react');
    });
  }

  /** Ends the changes that an event tells of. */
  settle(event: PalaverEvent, userId: string): void {
    this.#pending.settle(event, userId);
  }
}
