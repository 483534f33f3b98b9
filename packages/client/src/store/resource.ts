import type { PalaverClient } from '../client.js';
import type { Page } from '../state/lists.js';
import type { Reducer, View } from '../state/view.js';

/** What reads are made with. */
export interface ReadTools {
  readonly client: PalaverClient;
  /** The id of the person whose store it is. */
  readonly userId: () => Promise<string>;
}

interface Described {
  /** Names it among all resources of the store. */
  readonly key: string;
  /** The channel, or the server, that it is part of: it goes with that. Null for what is the person's own. */
  readonly of: string | null;
}

/** An answer of the service that is kept up to date by events. */
export interface SingleResource<State> extends Described {
  readonly kind: 'single';
  /** Whether what was stored of it is read again in any case. */
  readonly mustBeRead?: true;
  readonly read: (tools: ReadTools) => Promise<View<State>>;
  readonly reduce: Reducer<State>;
}

/** Which page of a list: the newest without a cursor. */
export interface PageRequest {
  readonly before?: string;
  readonly after?: string;
  readonly around?: string;
  readonly limit: number;
}

/** A list that is read page by page. Each page is an answer of its own. */
export interface ListResource<Item> extends Described {
  readonly kind: 'list';
  readonly read: (tools: ReadTools, page: PageRequest) => Promise<View<Item[]>>;
  readonly reduce: Reducer<Page<Item>>;
  readonly idOf: (item: Item) => string;
}

/** What is known of a resource. */
export interface ResourceState<State> {
  /**
   * - `loading`: nothing is known yet;
   * - `ready`;
   * - `gone`: deleted, or out of the person's reach.
   */
  readonly status: 'loading' | 'ready' | 'gone';
  /** What is known; null while that is nothing, and when it is gone. */
  readonly value: State | null;
  /** Whether the value is read again, because it may not be true any more. */
  readonly stale: boolean;
}

/** A part of a list without gaps, newest first. */
export interface ListState<Item> {
  readonly items: readonly Item[];
  /** Whether there may be older items, or newer ones, that are not loaded. */
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** Which page is on its way. */
  readonly loading: 'older' | 'newer' | 'around' | null;
}
