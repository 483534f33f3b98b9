import { fullJitter } from '../backoff.js';
import type { PalaverClient, PalaverOutputs } from '../client.js';
import type { PalaverEvent } from '../events/frames.js';
import type { Message } from '../service.js';
import { hasReacted } from '../state/reactions.js';
import type { ListResource, SingleResource } from '../state/resource.js';
import { reduceUnread } from '../state/unread.js';
import { deferred } from './deferred.js';
import { Follower } from './follower.js';
import type { Reading } from './held.js';
import type { HeldList } from './held-list.js';
import { Holdings } from './holdings.js';
import { Outbox } from './outbox.js';
import type { MessageToSend, OutgoingMessage } from './outgoing-message.js';
import { PendingChanges } from './pending-changes.js';
import { Presence } from './presence.js';
import * as resources from './resources.js';
import { type Selection, Selections, type Selector } from './selection.js';
import { memoryStorage, type StoreStorage } from './storage.js';
import { type StoreState, stateOf } from './store-state.js';
import { globalLocks, type Locks, tabsWith } from './tabs.js';

export interface PalaverStoreOptions {
  /** The client of a person who is signed in. Closing the store does not close it. */
  readonly client: PalaverClient;
  /** Keeps the last state and what waits to be sent: `indexedDbStorage('palaver')`. In memory by default. */
  readonly storage?: StoreStorage;
  /** Names the account among the tabs of the browser that share a storage. `palaver` by default. */
  readonly account?: string;
  /** The locks of the browser by default. With null, tabs do not know of each other. */
  readonly locks?: Locks | null;
  /** How many items a page has. Default 50. */
  readonly pageSize?: number;
  /** How many items of one list are in memory at most. Default 500. */
  readonly listMax?: number;
  /** How many resources that nobody watches stay in memory. Default 40. */
  readonly idleMax?: number;
}

/** What a person sees of the service, kept up to date, and what they do in it. */
export interface PalaverStore {
  readonly client: PalaverClient;
  /** The state as of now. */
  readonly state: StoreState;
  /** What a selector makes of the state, and keeps its identity until something in it changes. */
  select<Selected>(selector: Selector<Selected>): Selection<Selected>;
  /** Calls `listener` with what a selector makes of the state, when that changes, until the returned function is called. */
  subscribe<Selected>(selector: Selector<Selected>, listener: (selected: Selected) => void): () => void;
  /** Reads a resource and keeps it up to date, until the returned function is called. */
  watch<State>(resource: SingleResource<State> | ListResource<State>): () => void;
  /** Loads the next older items of a list that is watched. */
  loadOlder<Item>(list: ListResource<Item>): Promise<void>;
  /** Loads the next newer items of a list that is watched, where there is a gap. */
  loadNewer<Item>(list: ListResource<Item>): Promise<void>;
  /** Shows the items around one, such as a message. Rejects when it is not known. */
  showAround<Item>(list: ListResource<Item>, id: string): Promise<void>;
  /** Shows the newest items again. */
  showLatest<Item>(list: ListResource<Item>): Promise<void>;
  /** Sends a message as soon as those before it in the channel are sent. It is shown at once, in `state.outgoing`. */
  send(message: MessageToSend): OutgoingMessage;
  /** Sends a message that has failed again. */
  retry(nonce: string): void;
  /** Removes a message that is not being sent. Returns whether it was removed. */
  discard(nonce: string): boolean;
  /** These show what they change at once, and reject when the service refuses it: then it is shown as before. */
  edit(messageId: string, content: string): Promise<Message>;
  delete(messageId: string): Promise<void>;
  react(messageId: string, emoji: string): Promise<Message>;
  unreact(messageId: string, emoji: string): Promise<Message>;
  /** Marks a channel as read up to a message. */
  markRead(channelId: string, messageId: string): Promise<void>;
  /** Tells a channel that the person is typing. Call it for each key. */
  typing(channelId: string): void;
  /** Says whether the person is away from this client. Others see them as idle while they are from all of theirs. */
  idle(isIdle: boolean): void;
  /** Resolves when the storage has everything that is known now. Rejects where the storage does not take it. */
  flush(): Promise<void>;
  /**
   * Closes the store, and removes everything from the storage: for signing out. Where a session has only run out, `views` keeps what
   * waits to be sent for the same person.
   */
  forget(what?: 'everything' | 'views'): Promise<void>;
  /** Stops. What was not sent is sent by the next store with this storage. */
  close(): void;
}

/** Creates a store. It begins at once: with what the storage has, and then with what the service says. */
export function createPalaverStore(options: PalaverStoreOptions): PalaverStore {
  return new Store(options);
}

const BACKOFF = { baseMs: 500, capMs: 30_000, random: Math.random };
/** While the events of a time without a connection arrive, they are shown together, so often. */
const CATCHING_UP_MS = 50;

class Store implements PalaverStore {
  readonly client: PalaverClient;
  readonly #storage: StoreStorage;
  readonly #holdings: Holdings;
  readonly #follower: Follower;
  readonly #outbox: Outbox;
  readonly #pending = new PendingChanges(() => this.#changed(true));
  readonly #presence = new Presence(() => this.#changed(false));
  readonly #selections: Selections;
  readonly #tabs: ReturnType<typeof tabsWith>;
  readonly #identified = deferred<string>();
  readonly #confirmed = deferred<void>();
  readonly #marking = new Map<string, string | null>();
  #userId: string | null = null;
  #soon = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor({ client, storage = memoryStorage(), account = 'palaver', ...given }: PalaverStoreOptions) {
    const { locks = globalLocks(), pageSize = 50, listMax = 500, idleMax = 40 } = given;
    this.client = client;
    this.#storage = storage;
    const waitMs = (failures: number) => fullJitter(BACKOFF, failures);
    this.#tabs = tabsWith(locks, account);
    this.#follower = new Follower({
      client,
      onEvent: (event) => this.#receive(event),
      onConnection: () => this.#connectionChanged(),
    });
    this.#holdings = new Holdings({
      client,
      storage,
      userId: () => this.#identified.promise,
      follower: this.#follower,
      onChange: () => this.#changed(false),
      sizes: { page: pageSize, run: listMax },
      idleMax,
      waitMs,
    });
    this.#outbox = new Outbox({
      client,
      storage,
      tabs: this.#tabs,
      mayBegin: this.#confirmed.promise,
      onChange: () => this.#changed(true),
      willTell: (sent) => this.#willTell(sent),
      waitMs,
    });
    this.#selections = new Selections(this.#current());
    void this.#start();
  }

  get state(): StoreState {
    return this.#selections.state;
  }

  select<Selected>(selector: Selector<Selected>): Selection<Selected> {
    return this.#selections.select(selector);
  }

  subscribe<Selected>(selector: Selector<Selected>, listener: (selected: Selected) => void): () => void {
    return this.select(selector).subscribe(listener);
  }

  watch<State>(resource: SingleResource<State> | ListResource<State>): () => void {
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
    return this.#outbox.send(message);
  }

  retry(nonce: string): void {
    this.#outbox.retry(nonce);
  }

  discard(nonce: string): boolean {
    return this.#outbox.discard(nonce);
  }

  edit(messageId: string, content: string): Promise<Message> {
    const request = () => this.client.api.messages.edit.mutate({ messageId, content });
    return this.#pending.during(messageId, { kind: 'edit', content }, request, ({ channelId }) =>
      this.#follower.follows(channelId),
    );
  }

  async delete(messageId: string): Promise<void> {
    const request = () => this.client.api.messages.delete.mutate({ messageId });
    await this.#pending.during(messageId, { kind: 'delete' }, request, () => true);
  }

  react(messageId: string, emoji: string): Promise<Message> {
    return this.#setReaction('react', messageId, emoji);
  }

  unreact(messageId: string, emoji: string): Promise<Message> {
    return this.#setReaction('unreact', messageId, emoji);
  }

  /** While one request for a channel is on its way, only the last of those that follow is made. */
  async markRead(channelId: string, messageId: string): Promise<void> {
    if (this.#marking.has(channelId)) {
      this.#marking.set(channelId, messageId);
      return;
    }
    this.#marking.set(channelId, null);
    try {
      for (let next: string | null = messageId; next !== null; next = this.#marking.get(channelId) ?? null) {
        this.#marking.set(channelId, null);
        this.#marked(await this.client.api.readState.markRead.mutate({ channelId, messageId: next }));
      }
    } finally {
      this.#marking.delete(channelId);
    }
  }

  typing(channelId: string): void {
    this.#follower.typing(channelId);
  }

  idle(isIdle: boolean): void {
    this.#follower.idle(isIdle);
  }

  flush(): Promise<void> {
    return this.#holdings.flush();
  }

  async forget(what: 'everything' | 'views' = 'everything'): Promise<void> {
    this.close();
    await this.#storage.clear(what);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    globalThis.removeEventListener?.('pagehide', this.#onHidden);
    this.#holdings.close();
    this.#outbox.close();
    this.#follower.close();
    this.#presence.clear();
    this.#tabs.close();
  }

  async #start(): Promise<void> {
    // Node has no window, although the DOM types say so.
    globalThis.addEventListener?.('pagehide', this.#onHidden);
    this.#holdings.watch(resources.me);
    this.#holdings.watch(resources.servers);
    this.#holdings.watch(resources.dms);
    this.#holdings.watch(resources.unread);
    this.#holdings.watch(resources.notifications);
    await this.#identified.promise;
    await this.#outbox.adopt().catch(() => {});
  }

  readonly #onHidden = () => void this.#holdings.flush().catch(() => {});

  #receive(event: PalaverEvent): void {
    this.#holdings.receive(event);
    this.#outbox.settle(event);
    const userId = this.#userId ?? '';
    this.#pending.settle(event, userId);
    this.#presence.receive(event, userId);
  }

  #connectionChanged(): void {
    const { status } = this.#follower.connection;
    if (status === 'offline') this.#presence.clear();
    if (status === 'live') {
      this.#holdings.wake();
      this.#outbox.wake();
      if (this.#userId !== null) void this.#outbox.adopt().catch(() => {});
    }
    this.#changed(false);
  }

  /** What the person does is shown at once. What comes together while the store catches up is shown together. */
  #changed(byPerson: boolean): void {
    if (this.#closed || this.#soon) return;
    if (!byPerson && this.#follower.connection.status === 'catching-up') {
      this.#timer ??= setTimeout(() => this.#commit(), CATCHING_UP_MS);
      return;
    }
    this.#soon = true;
    queueMicrotask(() => this.#commit());
  }

  #commit(): void {
    this.#soon = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#closed) return;
    this.#learnWhoItIs();
    this.#outbox.settleTold();
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
      this.#commit();
    }
  }

  #learnWhoItIs(): void {
    const { value, stale } = stateOf(this.#current(), resources.me);
    if (value === null) return;
    if (this.#userId === null) {
      this.#userId = value.id;
      this.#identified.resolve(value.id);
    }
    if (stale) return;
    if (value.id !== this.#userId) this.#takeFromAnother(value.id);
    this.#confirmed.resolve();
  }

  /** The storage was that of another person: nothing of it may be shown or sent. */
  #takeFromAnother(userId: string): void {
    this.#userId = userId;
    this.#outbox.forget();
    this.#holdings.forget();
    void this.#storage.clear().catch(() => {});
  }

  #current(): StoreState {
    return {
      connection: this.#follower.connection,
      userId: this.#userId,
      resources: this.#holdings.states,
      outgoing: this.#outbox.messages,
      pending: this.#pending.current,
      ...this.#presence.current,
    };
  }

  /** A list that was read after the message has it already, and its event has passed. */
  #willTell({ channelId, threadId, message }: OutgoingMessage): boolean {
    const list =
      threadId === null ? resources.messagesOf(channelId) : resources.repliesOf(threadId, channelId);
    const { value } = stateOf(this.#current(), list);
    return (
      value !== null && this.#follower.follows(channelId) && !value.items.some(({ id }) => id === message?.id)
    );
  }

  #setReaction(kind: 'react' | 'unreact', messageId: string, emoji: string): Promise<Message> {
    const request = () => this.client.api.messages[kind].mutate({ messageId, emoji });
    // Whether an event will tell of it under this name: the service has one form of each emoji.
    return this.#pending.during(messageId, { kind, emoji }, request, ({ channelId, reactions }) => {
      const isThere = hasReacted(reactions, emoji, this.#userId ?? '');
      return this.#follower.follows(channelId) && isThere === (kind === 'react');
    });
  }

  /** The event that follows says the same. */
  #marked(read: PalaverOutputs['readState']['markRead']): void {
    const streamId = this.#userId ?? '';
    const event = {
      type: 'read.updated',
      data: { ...read, threadId: null, streamId, seq: Number.MAX_SAFE_INTEGER },
    } as const;
    this.#holdings.patch(resources.unread, (list) => {
      const change = reduceUnread(list, event);
      return change === null || change.stale ? list : change.state;
    });
  }
}
