import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { effects } from '../effects.js';
import type { Outcome } from '../history.js';
import type { Persistence, Recorder, Wish } from '../recorder.js';
import type { RecentMessages } from './recent.js';
import type { Person, Town } from './town.js';

const EMOJI = ['👍', '🎉', '❤️', '🚀', 'eyes'];
/** As long as messages may be, but for the name; and three bytes each. */
const LOUD = 3_900;
const FILLER = '漢';
const Created = z.object({
  data: z.object({ id: z.string(), userId: z.string(), channelId: z.string() }),
});

export interface WriterOptions {
  readonly town: Town;
  readonly person: Person;
  readonly recorder: Recorder;
  readonly recent: RecentMessages;
  readonly persistence: Persistence;
  /** The longest pause between two wishes. */
  readonly paceMs: number;
}

type Deed = 'post' | 'unkeyed' | 'atOnce' | 'again' | 'reply' | 'edit' | 'delete' | 'react' | 'unreact';

const DEEDS: ReadonlyArray<readonly [Deed, number]> = [
  ['post', 50],
  ['unkeyed', 8],
  ['atOnce', 4],
  ['again', 4],
  ['reply', 14],
  ['edit', 8],
  ['delete', 3],
  ['react', 7],
  ['unreact', 3],
];
const LOTS = DEEDS.flatMap(([deed, share]) => Array.from({ length: share }, () => deed));

/** Somebody who posts, answers, edits, deletes and reacts, one thing after the other. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #reactions: Array<{ messageId: string; emoji: string }> = [];
  readonly #reacted = new Set<string>();
  #count = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Goes on until told to stop, and ends what is begun. */
  async run(stop: AbortSignal): Promise<void> {
    const { persistence, paceMs } = this.#options;
    while (!stop.aborted) {
      await this.#do(persistence.random.pick(LOTS));
      await pause(persistence.random.next() * paceMs);
    }
  }

  /** Posts so many of the longest messages, as fast as they are taken, unless told to stop. */
  async shout(times: number, stop: AbortSignal): Promise<void> {
    const { recorder, persistence, town } = this.#options;
    const [channelId = ''] = town.publicIds;
    for (let n = 0; n < times && !stop.aborted; n++)
      await recorder.perform(this.#newMessage(randomUUID(), channelId, this.#content(LOUD)), persistence);
  }

  async #do(deed: Deed): Promise<void> {
    switch (deed) {
      case 'post':
        return this.#post(randomUUID());
      case 'unkeyed':
        return this.#post(null);
      case 'atOnce':
        return this.#postAtOnce();
      case 'again':
        return this.#postAgain();
      case 'reply':
        return this.#reply();
      case 'edit':
        return this.#edit();
      case 'delete':
        return this.#delete();
      case 'react':
        return this.#react();
      case 'unreact':
        return this.#unreact();
    }
  }

  async #post(key: string | null): Promise<void> {
    const { recorder, persistence } = this.#options;
    // Without a key a repetition would be another message, as a careful client knows.
    const retries = persistence.retries && key !== null;
    this.#remember(await recorder.perform(this.#newMessage(key), { ...persistence, retries }));
  }

  async #postAtOnce(): Promise<void> {
    const { recorder, persistence } = this.#options;
    this.#remember(await recorder.perform(this.#newMessage(randomUUID()), persistence, { atOnce: 3 }));
  }

  /** Asks once more for what has been answered. */
  async #postAgain(): Promise<void> {
    const { recorder, persistence } = this.#options;
    this.#remember(await recorder.perform(this.#newMessage(randomUUID()), persistence, { again: true }));
  }

  async #reply(): Promise<void> {
    const { recent, recorder, persistence } = this.#options;
    const message = recent.pick(persistence.random);
    if (!message) return;
    const content = this.#content();
    const byThread = persistence.random.chance(0.5);
    const path = byThread
      ? `/api/messages/${message.id}/thread`
      : `/api/channels/${message.channelId}/messages`;
    const body = byThread ? { content } : { content, threadId: message.id };
    const wish = this.#wish('reply', effects.created(content), 'POST', path, body);
    this.#remember(await recorder.perform({ ...wish, key: randomUUID() }, persistence));
  }

  async #edit(): Promise<void> {
    const { person, recent, recorder, persistence } = this.#options;
    const message = recent.pick(persistence.random, ({ userId }) => userId === person.id);
    if (!message) return;
    const content = this.#content();
    const effect = effects.updated(message.id, content);
    const wish = this.#wish('edit', effect, 'PATCH', `/api/messages/${message.id}`, { content });
    await recorder.perform(wish, persistence);
  }

  async #delete(): Promise<void> {
    const { person, recent, recorder, persistence } = this.#options;
    const message = recent.pick(persistence.random, ({ userId }) => userId === person.id);
    if (!message) return;
    recent.remove(message.id);
    const wish = this.#wish('delete', effects.deleted(message.id), 'DELETE', `/api/messages/${message.id}`);
    await recorder.perform(wish, persistence);
  }

  async #react(): Promise<void> {
    const { person, recent, recorder, persistence } = this.#options;
    const message = recent.pick(persistence.random);
    const emoji = persistence.random.pick(EMOJI);
    if (!message || this.#reacted.has(message.id + emoji)) return;
    this.#reacted.add(message.id + emoji);
    const effect = effects.reacted(message.id, person.id, emoji);
    const outcome = await recorder.perform(
      this.#wish('react', effect, 'PUT', reactionPath(message.id, emoji)),
      persistence,
    );
    if (outcome.kind === 'ok') this.#reactions.push({ messageId: message.id, emoji });
  }

  async #unreact(): Promise<void> {
    const { person, recorder, persistence } = this.#options;
    const reaction = this.#reactions.pop();
    if (!reaction) return;
    const { messageId, emoji } = reaction;
    const effect = effects.unreacted(messageId, person.id, emoji);
    await recorder.perform(
      this.#wish('unreact', effect, 'DELETE', reactionPath(messageId, emoji)),
      persistence,
    );
  }

  #newMessage(key: string | null, channelId = this.#anyChannel(), content = this.#content()): Wish {
    const path = `/api/channels/${channelId}/messages`;
    return { ...this.#wish('post', effects.created(content), 'POST', path, { content }), key };
  }

  #anyChannel(): string {
    const { town, persistence } = this.#options;
    return persistence.random.pick([...town.publicIds, ...town.privateIds]);
  }

  #wish(
    kind: Wish['kind'],
    effect: string,
    method: Wish['call']['method'],
    path: string,
    body?: object,
  ): Wish {
    const { id, token } = this.#options.person;
    const call = { method, path, token, ...(body === undefined ? {} : { body }) };
    return { kind, userId: id, effect, key: null, call };
  }

  /** A text that nobody else writes. */
  #content(length = this.#options.persistence.random.int(0, 200)): string {
    return `${this.#options.person.name} ${this.#count++} ${FILLER.repeat(length)}`.trimEnd();
  }

  #remember(outcome: Outcome): void {
    if (outcome.kind !== 'ok') return;
    this.#options.recent.add(Created.parse(JSON.parse(outcome.body)).data);
  }
}

function reactionPath(messageId: string, emoji: string): string {
  return `/api/messages/${messageId}/reactions/${encodeURIComponent(emoji)}`;
}
