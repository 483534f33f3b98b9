import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Outcome } from '../history/operation.js';
import { pause } from '../support/pause.js';
import type { Client, InvokeOptions } from './client.js';
import {
  addReaction,
  deleteMessage,
  editMessage,
  postMessage,
  removeReaction,
  replyTo,
} from './message-operations.js';
import type { RecentMessages } from './recent-messages.js';
import type { Scenario, User } from './scenario.js';

const EMOJI = ['👍', '🎉', '❤️', '🚀', 'eyes'];
/** Three bytes in UTF-8. */
const FILLER = '漢';

const CreatedResponse = z.object({
  data: z.object({ id: z.string(), userId: z.string(), channelId: z.string() }),
});

type Action =
  | 'post'
  | 'postWithoutKey'
  | 'postConcurrently'
  | 'postAndRepeat'
  | 'reply'
  | 'edit'
  | 'delete'
  | 'react'
  | 'unreact';

/** How often each action is chosen, in percent, roughly. */
const WEIGHTS: ReadonlyArray<readonly [Action, number]> = [
  ['post', 50],
  ['postWithoutKey', 8],
  ['postConcurrently', 4],
  ['postAndRepeat', 4],
  ['reply', 14],
  ['edit', 8],
  ['delete', 3],
  ['react', 7],
  ['unreact', 3],
];
const WEIGHTED_ACTIONS = WEIGHTS.flatMap(([action, weight]) => Array.from({ length: weight }, () => action));

export interface WriterOptions {
  readonly scenario: Scenario;
  readonly user: User;
  readonly client: Client;
  readonly recent: RecentMessages;
  /** The longest pause between two operations. */
  readonly pauseMaxMs: number;
}

/** The generator of one user's writes: posts, replies, edits, deletions and reactions, one operation at a time. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #reactions: Array<{ messageId: string; emoji: string }> = [];
  /** Every reaction that was ever requested: none is requested twice, so that each effect is unique. */
  readonly #reacted = new Set<string>();
  #contents = 0;

  readonly #actions: Readonly<Record<Action, () => Promise<void>>> = {
    post: () => this.#post(randomUUID()),
    // Without a key, a retry could post the message twice.
    postWithoutKey: () => this.#post(null, { retries: false }),
    postConcurrently: () => this.#post(randomUUID(), { concurrency: 3 }),
    postAndRepeat: () => this.#post(randomUUID(), { repeats: true }),
    reply: () => this.#reply(),
    edit: () => this.#edit(),
    delete: () => this.#delete(),
    react: () => this.#react(),
    unreact: () => this.#unreact(),
  };

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Performs random actions until stopped, and completes the last one. */
  async run(stop: AbortSignal): Promise<void> {
    const { client, pauseMaxMs } = this.#options;
    while (!stop.aborted) {
      await this.#actions[client.random.pick(WEIGHTED_ACTIONS)]();
      await pause(client.random.next() * pauseMaxMs);
    }
  }

  async #post(key: string | null, options: InvokeOptions = {}): Promise<void> {
    const { user, client, scenario } = this.#options;
    const channelId = client.random.pick([...scenario.publicIds, ...scenario.privateIds]);
    this.#remember(await client.invoke(postMessage(user, channelId, this.#newContent(), key), options));
  }

  async #reply(): Promise<void> {
    const { user, client, recent } = this.#options;
    const root = recent.pick(client.random);
    if (!root) return;
    const route = client.random.pick(['thread', 'channel'] as const);
    const { id: rootId, channelId } = root;
    const reply = { channelId, rootId, content: this.#newContent(), key: randomUUID(), route };
    this.#remember(await client.invoke(replyTo(user, reply)));
  }

  async #edit(): Promise<void> {
    const { user, client, recent } = this.#options;
    const message = recent.pickBy(user.id, client.random);
    if (message) await client.invoke(editMessage(user, message.id, this.#newContent()));
  }

  async #delete(): Promise<void> {
    const { user, client, recent } = this.#options;
    const message = recent.pickBy(user.id, client.random);
    if (!message) return;
    recent.remove(message.id);
    await client.invoke(deleteMessage(user, message.id));
  }

  async #react(): Promise<void> {
    const { user, client, recent } = this.#options;
    const messageId = recent.pick(client.random)?.id;
    const emoji = client.random.pick(EMOJI);
    if (messageId === undefined || this.#reacted.has(messageId + emoji)) return;
    this.#reacted.add(messageId + emoji);
    const { kind } = await client.invoke(addReaction(user, messageId, emoji));
    if (kind === 'ok') this.#reactions.push({ messageId, emoji });
  }

  async #unreact(): Promise<void> {
    const { user, client } = this.#options;
    const reaction = this.#reactions.pop();
    if (reaction) await client.invoke(removeReaction(user, reaction.messageId, reaction.emoji));
  }

  /** A content that nobody else writes, of up to 200 characters of filler. */
  #newContent(): string {
    const { user, client } = this.#options;
    return `${user.name} ${this.#contents++} ${FILLER.repeat(client.random.int(0, 200))}`.trimEnd();
  }

  #remember(outcome: Outcome): void {
    if (outcome.kind === 'ok') this.#options.recent.add(CreatedResponse.parse(JSON.parse(outcome.body)).data);
  }
}
