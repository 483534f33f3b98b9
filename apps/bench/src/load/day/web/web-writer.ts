import { setTimeout as pause } from 'node:timers/promises';
import type { Writing } from '../acts.js';
import type { DayRecord } from '../day-record.js';
import { withTime } from '../sent-at.js';
import { type Calls, stringAfter } from './calls.js';
import { PAGE } from './web-reads.js';

/** A client tells a channel so often that somebody goes on typing. */
const TYPING_EVERY_MS = 5_000;
/** So long nothing must be typed before a draft is saved. */
const DRAFT_AFTER_MS = 1_500;

/** A channel, or a thread in it. */
interface Place {
  readonly channelId: string;
  readonly threadId?: string;
}

export interface WebWriterOptions {
  readonly calls: Calls;
  readonly record: DayRecord;
  readonly userId: string;
  readonly picture: Buffer;
  readonly send: (frame: object) => void;
  /** Takes what does not keep the person waiting. */
  readonly work: (work: Promise<unknown>) => void;
}

/** Types, keeps drafts, sends and reacts as the composer of the web client does. */
export class WebWriter {
  readonly #options: WebWriterOptions;
  /** That of the draft that the service has; null without one. */
  #draft: string | null = null;
  #readsSaved = false;

  constructor(options: WebWriterOptions) {
    this.#options = options;
  }

  async post(channelId: string, writing: Writing): Promise<void> {
    await this.#type(writing.typingMs, channelId);
    await this.#pause(writing, { channelId });
    await this.#options.record.timed('post', () => this.#send({ channelId }, withTime(writing.text, 'post')));
  }

  /** Nobody is told of typing in a thread. */
  async reply(place: Place, writing: Writing): Promise<void> {
    await pause(writing.typingMs);
    await this.#pause(writing, place);
    await this.#options.record.timed('reply', () => this.#send(place, withTime(writing.text, 'reply')));
  }

  async upload(channelId: string): Promise<void> {
    const { record, calls, picture } = this.#options;
    await record.timed('upload', async () => {
      const id = await calls.upload(channelId, picture);
      await this.#send({ channelId }, withTime('', 'post'), [id]);
    });
  }

  /** The first time that a message shows what one can do with it, what is saved is read. */
  async react(messageId: string, emoji: string): Promise<void> {
    const { record, calls, userId, work } = this.#options;
    if (!this.#readsSaved) work(calls.query('savedMessages.list', { limit: PAGE }));
    this.#readsSaved = true;
    record.reacts(messageId, userId);
    await record.timed('react', () => calls.mutate('messages.react', { messageId, emoji }));
  }

  async #send(place: Place, content: string, attachmentIds: readonly string[] = []): Promise<void> {
    const { calls, work } = this.#options;
    if (this.#draft !== null) work(calls.mutate('drafts.delete', { ...place, updatedAt: this.#draft }));
    this.#draft = null;
    const nonce = Math.random().toString(36).slice(2).padEnd(16, '0');
    await calls.mutate('messages.send', { ...place, content, attachmentIds, nonce });
  }

  async #type(ms: number, channelId: string): Promise<void> {
    const { record, userId, send } = this.#options;
    for (let left = ms; left > 0; left -= TYPING_EVERY_MS) {
      record.typed(userId);
      send({ type: 'typing', data: { channelId } });
      await pause(Math.min(left, TYPING_EVERY_MS));
    }
  }

  /** Whoever thinks longer has a draft. */
  async #pause({ text, pauseMs }: Writing, place: Place): Promise<void> {
    if (pauseMs < DRAFT_AFTER_MS) return pause(pauseMs);
    await pause(DRAFT_AFTER_MS);
    const stored = await this.#options.calls.mutate('drafts.put', { ...place, content: text });
    this.#draft = stringAfter(stored.text, '"updatedAt":"');
    await pause(pauseMs - DRAFT_AFTER_MS);
  }
}
