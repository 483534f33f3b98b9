import type { PalaverEvent } from '../events/frames.js';
import type { Message } from '../service.js';
import { withoutReaction, withReaction } from '../state/reactions.js';

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
    const first: Pending = { change, answered: false, told: false };
    this.#set(id, [...others, first]);
    try {
      const answer = await request();
      const pending = this.#of(id).find((each) => each.change === change) ?? first;
      const isOver = pending.told || !isTold(answer);
      this.#set(
        id,
        isOver ? this.#without(id, change) : this.#replaced(id, change, { ...pending, answered: true }),
      );
      return answer;
    } catch (error) {
      this.#set(id, this.#without(id, change));
      throw error;
    }
  }

  /** Ends the changes that an event tells of. */
  settle(event: PalaverEvent, userId: string): void {
    const told = toldBy(event, userId);
    if (told === null) return;
    const { messageId, subject, isIt } = told;
    const found = this.#of(messageId).find((each) => subjectOf(each.change) === subject && isIt(each.change));
    if (!found) return;
    const rest = found.answered
      ? this.#without(messageId, found.change)
      : this.#replaced(messageId, found.change, { ...found, told: true });
    this.#set(messageId, rest);
  }

  #of(messageId: string): readonly Pending[] {
    return this.#byMessage.get(messageId) ?? [];
  }

  #without(messageId: string, change: PendingChange): readonly Pending[] {
    return this.#of(messageId).filter((each) => each.change !== change);
  }

  #replaced(messageId: string, change: PendingChange, by: Pending): readonly Pending[] {
    return this.#of(messageId).map((each) => (each.change === change ? by : each));
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
      const has = reactions.some(({ emoji, users }) => emoji === change.emoji && users.includes(userId));
      if (has === (change.kind === 'react')) return message;
      const react = has ? withoutReaction : withReaction;
      return { ...message, reactions: react(reactions, change.emoji, userId) };
    }
  }
}

function subjectOf(change: PendingChange): string {
  return 'emoji' in change ? `reaction ${change.emoji}` : change.kind;
}

interface Told {
  readonly messageId: string;
  readonly subject: string;
  readonly isIt: (change: PendingChange) => boolean;
}

function toldBy(event: PalaverEvent, userId: string): Told | null {
  switch (event.type) {
    case 'message.updated': {
      const { id, superseded } = event.data;
      // Of a superseded event, the one that holds follows.
      return { messageId: id, subject: 'edit', isIt: () => !superseded };
    }
    case 'message.deleted':
      return { messageId: event.data.id, subject: 'delete', isIt: () => true };
    case 'reaction.added':
    case 'reaction.removed': {
      const { messageId, emoji } = event.data;
      const kind = event.type === 'reaction.added' ? 'react' : 'unreact';
      const isIt = (change: PendingChange) => event.data.userId === userId && change.kind === kind;
      return { messageId, subject: `reaction ${emoji}`, isIt };
    }
    default:
      return null;
  }
}
