import type { PalaverClient } from '../client.js';
import type { PalaverEvent } from '../events/frames.js';
import * as resources from '../state/nouns.js';
import type { ListResource, SingleResource } from '../state/resource.js';
import { Commits } from './commits.js';
import type { Reading } from './held.js';
import type { HeldList } from './held-list.js';
import { Holdings } from './holdings.js';
import { isAwaited } from './is-awaited.js';
import { LiveStreams } from './live-streams.js';
import { MessageChanges } from './message-changes.js';
import type { MessageToSend, OutgoingMessage } from './outgoing-message.js';
import { OwnDrafts } from './own-drafts.js';
import type { PalaverStore, PalaverStoreOptions } from './palaver-store.js';
import { Presence } from './presence.js';
import { ReadMarks } from './read-marks.js';
import { type Selection, Selections, type Selector } from './selection.js';
import { SendQueue } from './send-queue.js';
import { memoryStorage, type StoreStorage } from './storage.js';
import { StorePerson } from './store-person.js';
import { type StoreState, stateOf } from './store-state.js';
import { globalLocks, tabsWith } from './tabs.js';

/**
 * Creates a store. It begins when it is first read, watched or sent with, and not while a server renders a page: with what the
 * storage has, and then with what the service says.
 */
export function createPalaverStore(options: PalaverStoreOptions): PalaverStore {
  return new Store(options);
}

class Store implements PalaverStore {
  readonly client: PalaverClient;
  readonly #storage: StoreStorage;
  readonly #holdings: Holdings;
  readonly #streams: LiveStreams;
  readonly #sendQueue: SendQueue;
  readonly #presence = new Presence(() => this.#commits.soon('service'));
  readonly #selections: Selections;
  readonly #tabs: ReturnType<typeof tabsWith>;
  readonly #person = new StorePerson();
  readonly #readMarks: ReadMarks;
  readonly #ownDrafts: OwnDrafts;
  readonly #messages: MessageChanges;
  readonly #commits = new Commits(
    () => this.#streams.connection.status === 'catching-up',
    () => this.#commit(),
  );
  readonly #hearing = new Set<(event: PalaverEvent) => void>();
  #begun = false;
  #closed = false;

  constructor({ client, storage = memoryStorage(), account = 'palaver', ...given }: PalaverStoreOptions) {
    const { locks = globalLocks(), pageSize = 50, listMax = 500, idleMax = 40 } = given;
    this.client = client;
    this.#storage = storage;
    this.#tabs = tabsWith(locks, account);
    this.#streams = new LiveStreams({
      client,
      onEvent: (event) => this.#receive(event),
      onConnection: () => this.#connectionChanged(),
    });
    this.#holdings = new Holdings({
      client,
      storage,
      userId: () => this.#person.known,
      streams: this.#streams,
      onChange: () => this.#commits.soon('service'),
      sizes: { page: pageSize, run: listMax },
      idleMax,
    });
    this.#readMarks = new ReadMarks(client, this.#holdings, () => this.#current());
    this.#ownDrafts = new OwnDrafts(client, this.#holdings);
    this.#messages = new MessageChanges({
      client,
      isFollowed: (channelId) => this.#streams.follows(channelId),
      userId: () => this.#person.id ?? '',
      onChange: () => this.#commits.soon('person'),
    });
    this.#sendQueue = new SendQueue({
      client,
      storage,
      tabs: this.#tabs,
      mayBegin: this.#person.confirmed,
      onChange: () => this.#commits.soon('person'),
      willTell: (sent) => this.#streams.follows(sent.channelId) && isAwaited(this.#current(), sent),
    });
    this.#selections = new Selections(this.#current(), () => this.#begin());
  }

  get state(): StoreState {
    this.#begin();
    return this.#selections.state;
  }

  select<Selected>(selector: Selector<Selected>): Selection<Selected> {
    return this.#selections.select(selector);
  }

  subscribe<Selected>(selector: Selector<Selected>, listener: (selected: Selected) => void): () => void {
    return this.select(selector).subscribe(listener);
  }

  watch<State>(resource: SingleResource<State> | ListResource<State>): () => void {
    this.#begin();
    return this.#holdings.watch(resource);
  }

  loadOlder<Item>(list: ListResource<Item>): Promise<void> {
    return this.#inList(list, (held, reading) => held.loadOlder(reading));
  }

  loadNewer<Item>(list: ListResource<Item>): Promise<void> {
    return this.#inList(list, (held, reading) => held.loadNewer(reading));
  }

  showAround<Item>(list: ListResource<Item>, id: string): Promise<void> {
    return this.#inList(list, (held, reading) => held.showAround(reading, id));
  }

  showLatest<Item>(list: ListResource<Item>): Promise<void> {
    return this.#inList(list, (held) => held.showLatest());
  }

  send(message: MessageToSend): OutgoingMessage {
    this.#begin();
    return this.#sendQueue.send(message);
  }

  readonly retry: PalaverStore['retry'] = (nonce) => this.#sendQueue.retry(nonce);
  readonly discard: PalaverStore['discard'] = (nonce) => this.#sendQueue.discard(nonce);
  readonly edit: PalaverStore['edit'] = (messageId, content) => this.#messages.edit(messageId, content);
  readonly delete: PalaverStore['delete'] = (messageId, ready) => this.#messages.delete(messageId, ready);
  readonly react: PalaverStore['react'] = (messageId, emoji) =>
    this.#messages.setReaction('react', messageId, emoji);
  readonly unreact: PalaverStore['unreact'] = (messageId, emoji) =>
    this.#messages.setReaction('unreact', messageId, emoji);
  readonly flush: PalaverStore['flush'] = () => this.#holdings.flush();
  readonly markRead: PalaverStore['markRead'] = (channelId, messageId) =>
    this.#readMarks.set(channelId, messageId);
  readonly sendReads: PalaverStore['sendReads'] = () => this.#readMarks.sendNow();
  readonly putDraft: PalaverStore['putDraft'] = (draft) => this.#ownDrafts.put(draft);

  typing(channelId: string): void {
    this.#begin();
    this.#streams.typing(channelId);
  }

  hear(listener: (event: PalaverEvent) => void): () => void {
    this.#begin();
    this.#hearing.add(listener);
    return () => void this.#hearing.delete(listener);
  }

  idle(isIdle: boolean): void {
    this.#begin();
    this.#streams.idle(isIdle);
  }

  async forget(what: 'everything' | 'views' = 'everything'): Promise<void> {
    this.close();
    await this.#storage.clear(what);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    globalThis.removeEventListener?.('pagehide', this.#onHidden);
    for (const part of [this.#commits, this.#holdings, this.#sendQueue, this.#readMarks]) part.close();
    for (const part of [this.#streams, this.#tabs]) part.close();
    this.#presence.clear();
  }

  #begin(): void {
    if (this.#begun || this.#closed) return;
    this.#begun = true;
    this.#streams.open();
    void this.#start();
  }

  async #start(): Promise<void> {
    // Node has no window, although the DOM types say so.
    globalThis.addEventListener?.('pagehide', this.#onHidden);
    this.#holdings.watch(resources.me);
    this.#holdings.watch(resources.servers);
    this.#holdings.watch(resources.dms);
    this.#holdings.watch(resources.unread);
    this.#holdings.watch(resources.notifications);
    await this.#person.known;
    await this.#sendQueue.adopt().catch(() => {});
  }

  readonly #onHidden = () => void this.#holdings.flush().catch(() => {});

  #receive(event: PalaverEvent): void {
    this.#holdings.receive(this.#ownDrafts.passed(event));
    this.#sendQueue.settle(event);
    this.#messages.settle(event, this.#person.id ?? '');
    this.#presence.receive(event, this.#person.id ?? '');
    for (const listener of [...this.#hearing]) listener(event);
  }

  #connectionChanged(): void {
    const { status } = this.#streams.connection;
    if (status === 'offline') this.#presence.clear();
    else if (status === 'live') {
      this.#holdings.wake();
      this.#sendQueue.wake();
      void this.#readMarks.sendNow();
      if (this.#person.id !== null) void this.#sendQueue.adopt().catch(() => {});
    }
    this.#commits.soon('service');
  }

  #commit(): void {
    this.#person.learn(stateOf(this.#current(), resources.me), () => this.#takeFromAnother());
    this.#sendQueue.settleTold();
    this.#selections.set(this.#current());
  }

  /** Whoever waits for a list finds it in the state. */
  async #inList<Item>(
    list: ListResource<Item>,
    work: (held: HeldList<Item>, reading: Reading) => Promise<void> | void,
  ) {
    try {
      await this.#holdings.withList(list, work);
    } finally {
      this.#commits.now();
    }
  }

  /** The storage was that of another person: nothing of it may be shown or sent. */
  #takeFromAnother(): void {
    this.#sendQueue.forget();
    this.#holdings.forget();
    void this.#storage.clear().catch(() => {});
  }

  #current(): StoreState {
    return {
      connection: this.#streams.connection,
      userId: this.#person.id,
      resources: this.#holdings.states,
      outgoing: this.#sendQueue.messages,
      pending: this.#messages.pending,
      ...this.#presence.current,
    };
  }
}
