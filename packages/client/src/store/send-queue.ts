import { isPalaverError } from '../api/errors.js';
import { newKey } from '../api/idempotency.js';
import type { PalaverClient } from '../client.js';
import type { PalaverEvent } from '../events/frames.js';
import { isPassing } from './is-passing.js';
import {
  inOrder,
  type MessageToSend,
  type OutgoingMessage,
  outgoingError,
  outgoingOf,
  restored,
} from './outgoing-message.js';
import { Pauses, waitMs } from './pauses.js';
import type { StoreStorage } from './storage.js';
import type { Tabs } from './tabs.js';

export interface SendQueueOptions {
  readonly client: PalaverClient;
  readonly storage: StoreStorage;
  readonly tabs: Tabs;
  /** Resolves when it is certain whose messages these are. */
  readonly mayBegin: Promise<unknown>;
  /** The messages have changed. */
  readonly onChange: () => void;
  /** Whether the event of a message that is sent is still to come, and will show it. */
  readonly willTell: (sent: OutgoingMessage) => boolean;
}

/**
 * Sends messages, those of a channel one after the other in the order in which they were written. What has no answer is sent
 * again with the same key, also after a restart, so it is posted once.
 */
export class SendQueue {
  readonly #options: SendQueueOptions;
  /** The channels of which a message is being sent: one at a time. */
  readonly #busy = new Set<string>();
  readonly #pauses = new Pauses();
  readonly #uploads = new Map<string, AbortController>();
  #messages: readonly OutgoingMessage[] = [];
  #closed = false;
  #lastAt = 0;

  constructor(options: SendQueueOptions) {
    this.#options = options;
  }

  /** The messages that are on their way, in the order in which they were written. */
  get messages(): readonly OutgoingMessage[] {
    return this.#messages;
  }

  /** Takes over the messages of earlier runs and of tabs that are gone. */
  async adopt(): Promise<void> {
    const { storage, tabs } = this.#options;
    await tabs.alone(async () => {
      const found = (await storage.outgoing()).map((value) => restored(value, Date.now()));
      for (const message of inOrder(found.filter((each) => each !== null))) {
        const isKnown = this.#messages.some(({ nonce }) => nonce === message.nonce);
        if (isKnown || this.#closed || !(await tabs.isGone(message.tab))) continue;
        this.#set([...this.#messages, { ...message, tab: tabs.id }]);
        void this.#store(message.nonce);
      }
    });
    this.wake();
  }

  send(given: MessageToSend): OutgoingMessage {
    const message = outgoingOf(given, this.#later(), this.#options.tabs.id);
    this.#queue(message);
    return message;
  }

  /** Sends a message that has failed again, after those that wait. */
  retry(nonce: string): void {
    const message = this.#find(nonce);
    if (message?.state !== 'failed') return;
    this.#queue({ ...message, createdAt: this.#later(), state: 'waiting', error: null });
  }

  /** Removes a message that is not being sent, or whose files are being uploaded. Returns whether it was removed. */
  discard(nonce: string): boolean {
    const message = this.#find(nonce);
    const upload = this.#uploads.get(nonce);
    upload?.abort();
    if (!upload && message?.state !== 'failed' && message?.state !== 'waiting') return false;
    this.#remove(nonce);
    return true;
  }

  /** A message that the service has told of is sent. */
  settle(event: PalaverEvent): void {
    if (event.type !== 'message.created') return;
    const { id, nonce } = event.data;
    const message = this.#messages.find((each) => each.nonce === nonce || each.message?.id === id);
    if (message) this.#remove(message.nonce);
  }

  /** Removes what is sent and no event will tell of. */
  settleTold(): void {
    for (const message of this.#messages) {
      if (message.state === 'sent' && !this.#options.willTell(message)) this.#remove(message.nonce);
    }
  }

  /** The service may be within reach again. */
  wake(): void {
    this.#pauses.end();
    for (const channelId of new Set(this.#messages.map((each) => each.channelId)))
      void this.#drain(channelId);
  }

  /** Forgets all messages. Their storage is cleared by whoever calls this. */
  forget(): void {
    this.#set([]);
  }

  /** Sends nothing more. */
  close(): void {
    this.#closed = true;
    this.#pauses.end();
    for (const upload of this.#uploads.values()) upload.abort();
  }

  /** Puts a message after all others. */
  #queue(message: OutgoingMessage): void {
    const { nonce, channelId } = message;
    this.#set([...this.#without(nonce), message]);
    void this.#store(nonce);
    void this.#drain(channelId);
  }

  async #drain(channelId: string): Promise<void> {
    if (this.#busy.has(channelId)) return;
    this.#busy.add(channelId);
    await this.#options.mayBegin;
    for (let failures = 0; !this.#closed; ) {
      const next = this.#messages.find((each) => each.channelId === channelId && each.state === 'waiting');
      if (next === undefined) break;
      const isAnswered = await this.#attempt(next);
      failures = isAnswered ? 0 : failures + 1;
      if (!isAnswered) await this.#pauses.wait(waitMs(failures));
    }
    this.#busy.delete(channelId);
  }

  /** Sends a message once, as the client does that: with retries of its own. Returns whether there was an answer. */
  async #attempt(outgoing: OutgoingMessage): Promise<boolean> {
    const { nonce, channelId, threadId, alsoInChannel, content, uploadKey } = outgoing;
    this.#update(nonce, { state: 'sending' });
    try {
      const attachmentIds = await this.#upload(outgoing);
      const { messages } = this.#options.client.api;
      // Only what is asked for: another body under the same key would be refused.
      const place = { ...(threadId !== null && { threadId }), ...(alsoInChannel && { alsoInChannel }) };
      const input = { channelId, content, attachmentIds, nonce, ...place };
      const { nonce: _nonce, ...message } = await messages.send.mutate(input);
      this.#forgetStored(nonce);
      this.#update(nonce, { state: 'sent', message });
      return true;
    } catch (error) {
      if (!isPalaverError(error) || isPassing(error.data)) {
        this.#update(nonce, { state: 'waiting' });
        // What was removed is no reason to let others wait.
        return this.#find(nonce) === undefined;
      }
      if (error.data.errorCode === 'ATTACHMENT_NOT_FOUND' && uploadKey === nonce) {
        // So long ago that the service has removed the files: they are uploaded once more, by another name.
        this.#update(nonce, { state: 'waiting', uploadKey: newKey() });
        void this.#store(nonce);
        return true;
      }
      this.#update(nonce, { state: 'failed', error: outgoingError(error) });
      void this.#store(nonce);
      return true;
    }
  }

  /** Uploads the files of a message, and returns the ids of all that it carries. What was uploaded before is not sent again. */
  async #upload({ nonce, channelId, attachmentIds, files, uploadKey }: OutgoingMessage): Promise<string[]> {
    if (files.length === 0) return [...attachmentIds];
    const upload = new AbortController();
    this.#uploads.set(nonce, upload);
    const onProgress = (progress: number) => this.#update(nonce, { progress });
    const options = { key: uploadKey, signal: upload.signal, onProgress };
    try {
      const uploaded = await this.#options.client.files.upload(channelId, files, options);
      return [...attachmentIds, ...uploaded.map(({ id }) => id)];
    } finally {
      this.#uploads.delete(nonce);
    }
  }

  async #store(nonce: string): Promise<void> {
    const message = this.#find(nonce);
    if (!message) return;
    const stored = await this.#options.storage.keep(message).then(
      () => true,
      () => false,
    );
    const current = this.#find(nonce);
    if (current && current.stored !== stored) this.#update(nonce, { stored });
  }

  /** Now, or just after the message before: a restart sorts by it. */
  #later(): string {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    return new Date(this.#lastAt).toISOString();
  }

  #find(nonce: string): OutgoingMessage | undefined {
    return this.#messages.find((each) => each.nonce === nonce);
  }

  #update(nonce: string, change: Partial<OutgoingMessage>): void {
    this.#set(this.#messages.map((each) => (each.nonce === nonce ? { ...each, ...change } : each)));
  }

  #remove(nonce: string): void {
    this.#set(this.#without(nonce));
    this.#forgetStored(nonce);
  }

  #without(nonce: string): OutgoingMessage[] {
    return this.#messages.filter((each) => each.nonce !== nonce);
  }

  #forgetStored(nonce: string): void {
    void this.#options.storage.drop(nonce).catch(() => {});
  }

  #set(messages: readonly OutgoingMessage[]): void {
    this.#messages = messages;
    this.#options.onChange();
  }
}
