import type { PalaverClient } from '../client.js';
import type { PalaverEvent } from '../events/frames.js';
import type { Draft, Message } from '../service.js';
import type { ListResource, SingleResource } from '../state/resource.js';
import type { MessageToSend, OutgoingMessage } from './outgoing-message.js';
import type { DraftToPut } from './own-drafts.js';
import type { Selection, Selector } from './selection.js';
import type { StoreStorage } from './storage.js';
import type { StoreState } from './store-state.js';
import type { Locks } from './tabs.js';

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
  /**
   * Sends a message, and its files before it, as soon as those before it in the channel are sent. It is shown at once, in
   * `state.outgoing`.
   */
  send(message: MessageToSend): OutgoingMessage;
  /** Sends a message that has failed again. */
  retry(nonce: string): void;
  /** Removes a message that is not being sent, or whose files are being uploaded. Returns whether it was removed. */
  discard(nonce: string): boolean;
  /** These show what they change at once, and reject when the service refuses it: then it is shown as before. */
  edit(messageId: string, content: string): Promise<Message>;
  /** Asks the service once `ready` has resolved, such as when nobody can undo it any more. Where it rejects, so does this. */
  delete(messageId: string, ready?: Promise<void>): Promise<void>;
  react(messageId: string, emoji: string): Promise<Message>;
  unreact(messageId: string, emoji: string): Promise<Message>;
  /**
   * Marks a channel as read up to a message: the first time at once, then at most every ten seconds, or every two where others see
   * how far the person has read. A failure that passes is no rejection: it is tried again.
   */
  markRead(channelId: string, messageId: string): Promise<void>;
  /** Sends what `markRead` has waiting: call it when the person leaves the channel or the page. Resolves when it is answered. */
  sendReads(): Promise<void>;
  /** Saves what the person has begun to write in a channel or a thread, one text of it at a time. */
  putDraft(draft: DraftToPut): Promise<Draft>;
  /** Tells a channel that the person is typing. Call it for each key. */
  typing(channelId: string): void;
  /** Calls with all that the streams bring, for what no resource keeps, such as `receipts.updated`. Returns a function that ends it. */
  hear(listener: (event: PalaverEvent) => void): () => void;
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
