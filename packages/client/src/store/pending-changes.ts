import type { PalaverEvent } from '../events/frames.js';
import type { Message } from '../service.js';
import { hasReacted, withoutReaction, withReaction } from '../state/reactions.js';

/** A change of a message that is asked for, and shown already. */
export type PendingChange =
  | { readonly kind: 'edit'; readonly content: string }
  | { readonly kind: 'delete' }
  | { readonly kind: 'react' | 'unreact'; readonly emoji: string };

interface Pending {
  readonly change: PendingChange;
  /** Whether the service has answered, and whether the event of the change has come: after both, it is over. */
  readonly answered: boolean;
  readonly told: boolean;
}

/** By message, the changes that are on their way. A later change of the same thing takes the place of the one before. */
export class PendingChanges {
  readonly #onChange: () => void;
  #byMessage: ReadonlyMap<string, readonly Pending[]> = new Map();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get current(): ReadonlyMap<string, readonly Pending[]> {
    return this.#byMessage;
  }

  /**
   * Shows a change while it is asked for, and until its event comes; `isTold` says whether one will. Rejects as the request
   * does: then the change is not shown any more.
   */
  async during<Answer>(
    id: string,
    change: PendingChange,
    request: () => Promise<Answer>,
    isTold: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const others = this.#of(id).filter((each) => subjectOf(each.change) !== subjectOf(change));
    this.#set(id, [...others, { change, answered: false, told: false }]);
    try {
      const answer = await request();
      this.#advance(id, change, (pending) =>
        pending.told || !isTold(answer) ? null : { ...pending, answered: true },
      );
      return answer;
    } catch (error) {
      this.#advance(id, change, () => null);
      throw error;
    }
  }

  /** Ends the changes that an event tells of. */
  settle(event: PalaverEvent, userId: string): void {
    for (const [messageId, pending] of this.#byMessage) {
      const found = pending.find(({ change }) => tells(event, messageId, change, userId));
      if (found) this.#advance(messageId, found.change, told);
    }
  }

  #of(messageId: string): readonly Pending[] {
    return this.#byMessage.get(messageId) ?? [];
  }

  /** Puts what `next` makes of a change in its place; null ends it. */
  #advance(messageId: string, change: PendingChange, next: (pending: Pending) => Pending | null): void {
    const pending = this.#of(messageId).flatMap((each) =>
      each.change === change ? (next(each) ?? []) : each,
    );
    this.#set(messageId, pending);
  }

  #set(messageId: string, pending: readonly Pending[]): void {
    const next = new Map(this.#byMessage);
    if (pending.length === 0) next.delete(messageId);
    else next.set(messageId, pending);
    this.#byMessage = next;
    this.#onChange();
  }
}

/** A message as it will be after the changes that are on their way; null when it will be gone. */
export function afterChanges(message: Message, pending: readonly Pending[], userId: string): Message | null {
  return pending.reduce<Message | null>(
    (shown, { change }) => shown && afterChange(shown, change, userId),
    message,
  );
}

function afterChange(message: Message, change: PendingChange, userId: string): Message | null {
  switch (change.kind) {
    case 'edit':
      return { ...message, content: change.content, edited: true };
    case 'delete':
      return null;
    case 'react':
    case 'unreact': {
      const { reactions } = message;
      const has = hasReacted(reactions, change.emoji, userId);
      if (has === (change.kind === 'react')) return message;
      const react = has ? withoutReaction : withReaction;
      return { ...message, reactions: react(reactions, change.emoji, userId) };
    }
  }
}

function subjectOf(change: PendingChange): string {
  return 'emoji' in change ? `reaction ${change.emoji}` : change.kind;
}

function told(pending: Pending): Pending | null {
  return pending.answered ? null : { ...pending, told: true };
}

function tells(event: PalaverEvent, messageId: string, change: PendingChange, userId: string): boolean {
  switch (event.type) {
    case 'message.updated':
      // Of a superseded event, the one that holds follows.
      return event.data.id === messageId && change.kind === 'edit' && !event.data.superseded;
    case 'message.deleted':
      return event.data.id === messageId && change.kind === 'delete';
    case 'reaction.added':
    case 'reaction.removed': {
      const { data, type } = event;
      const isOfPerson = data.messageId === messageId && data.userId === userId;
      const kind = type === 'reaction.added' ? 'react' : 'unreact';
      return isOfPerson && change.kind === kind && change.emoji === data.emoji;
    }
    default:
      return false;
  }
}
