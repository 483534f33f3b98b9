import { type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { NumberTable } from '../converting/number-table.js';
import { SOMEBODY, type SourceReaction } from '../converting/records.js';

/** All reactions of an export, which stand apart from the messages: there may be millions, so each is a few numbers. */
export class Reactions {
  readonly #rows = new NumberTable(['user', 'emoji', 'before']);
  /** The last row of each message; a row has the one before it, counted from 1. */
  readonly #last = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  add(row: Json): void {
    const message = textAt(row, 'message') ?? '';
    const user = this.#numberOf(textAt(row, 'user_profile') ?? '');
    const emoji = this.#numberOf(textAt(row, 'emoji_name') ?? '');
    this.#rows.add({ user, emoji, before: this.#last.get(message) ?? 0 });
    this.#last.set(message, this.#rows.count);
  }

  /** Those to a message, in their order, once. */
  take(message: string): SourceReaction[] {
    const taken: SourceReaction[] = [];
    for (let row = this.#last.get(message) ?? 0; row !== 0; row = this.#rows.get(row - 1, 'before')) {
      const user = this.#texts[this.#rows.get(row - 1, 'user')] ?? '';
      const emoji = this.#texts[this.#rows.get(row - 1, 'emoji')] ?? '';
      const by = user === '' ? SOMEBODY : { id: user, name: null, isBot: false };
      taken.push({ by, emoji, at: null });
    }
    this.#last.delete(message);
    return taken.reverse();
  }

  /** The messages of those that nobody has taken, one for each reaction. */
  *left(): Generator<string> {
    for (const message of this.#last.keys()) for (const _ of this.take(message)) yield message;
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}
