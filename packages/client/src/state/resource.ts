import type { PalaverApi, PalaverClient } from '../client.js';
import type { Cursors } from '../events/cursors.js';
import type { Page } from './lists.js';
import type { Reducer, View } from './view.js';

/** What reads are made with. */
export interface ReadTools {
  readonly client: PalaverClient;
  /** The id of the person whose store it is. */
  readonly userId: () => Promise<string>;
  /**
   * A position of the person's own stream that was true before: of what is read after it, the store applies every event since. It is the
   * one that the store has reached, and that of an answer before it follows the stream.
   */
  readonly position: () => Promise<Cursors>;
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

/** What makes a single resource: the question, and the state that its answer begins. */
interface SingleOf<Answer, State> {
  readonly key: string;
  readonly of?: string;
  readonly ask: (api: PalaverApi) => Promise<Answer>;
  readonly begin: (answer: Answer, userId: string) => State;
  readonly reduce: Reducer<State>;
  /** Adds the positions of streams that the header had no room for. */
  readonly complete?: (view: View<State>, tools: ReadTools) => Promise<View<State>>;
}

/** A resource of one answer. */
export function single<Answer, State>(given: SingleOf<Answer, State>): SingleResource<State> {
  const { key, of = null, ask, begin, reduce, complete = async (view) => view } = given;
  return {
    kind: 'single',
    key,
    of,
    reduce,
    read: async (tools) => {
      const userId = await tools.userId();
      const { state, cursors } = await tools.client.snapshot(ask);
      return complete({ state: begin(state, userId), cursors }, tools);
    },
  };
}

/** An answer that is the state itself. */
export function plain<State>(given: Omit<SingleOf<State, State>, 'begin'>): SingleResource<State> {
  return single({ ...given, begin: (answer) => answer });
}

interface ListOf<Item> extends Omit<ListResource<Item>, 'kind' | 'read'> {
  readonly ask: (api: PalaverApi, page: PageRequest) => Promise<Item[]>;
}

/** A list whose pages are answers. */
export function list<Item>({ ask, ...given }: ListOf<Item>): ListResource<Item> {
  const read: ListResource<Item>['read'] = ({ client }, page) => client.snapshot((api) => ask(api, page));
  return { kind: 'list', ...given, read };
}

/** Reads again each item whose stream the header of the list had no room for (docs/state.md, The header). */
export async function withItemsOfNoStream<
  Item extends { readonly id: string },
  State extends { readonly items: readonly Item[] },
>(
  view: View<State>,
  items: readonly Item[],
  read: (id: string) => Promise<View<Item>>,
): Promise<View<State>> {
  const fresh = new Map<string, Item>();
  let { cursors } = view;
  for (const { id } of items) {
    if (id in cursors) continue;
    // One that is refused has gone since: the list must be read again.
    const found = await read(id).catch((error: unknown) => {
      throw new Error('changed', { cause: error });
    });
    fresh.set(id, found.state);
    cursors = { ...cursors, ...found.cursors };
  }
  const state = { ...view.state, items: view.state.items.map((item) => fresh.get(item.id) ?? item) };
  return { ...view, state, cursors };
}

/** These answers name no position: one of the person's stream is taken that was true before them. */
export async function withPosition<Answer>(
  { client, position }: ReadTools,
  ask: (api: PalaverApi) => Promise<Answer>,
): Promise<View<Answer>> {
  const cursors = await position();
  return { state: await ask(client.api), cursors };
}
