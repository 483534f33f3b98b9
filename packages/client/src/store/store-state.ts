import type { ListResource, ListState, ResourceState, SingleResource } from '../state/resource.js';
import type { Connection } from './live-streams.js';
import type { OutgoingMessage } from './outgoing-message.js';
import type { PendingChanges } from './pending-changes.js';

/** All that a store knows at one moment. Nothing in it is ever changed: the next state has what is the same from this one. */
export interface StoreState {
  readonly connection: Connection;
  /** Whose store it is; null until that is known. */
  readonly userId: string | null;
  /** By key. Read it with `stateOf`. */
  readonly resources: ReadonlyMap<string, ResourceState<unknown>>;
  readonly outgoing: readonly OutgoingMessage[];
  readonly pending: PendingChanges['current'];
  /** By channel, the ids of those who are typing there. */
  readonly typing: ReadonlyMap<string, readonly string[]>;
  /** The ids of those who are online. */
  readonly online: ReadonlySet<string>;
  /** The ids of those among them who are away. */
  readonly idle: ReadonlySet<string>;
}

const UNKNOWN: ResourceState<never> = { status: 'loading', value: null, stale: false };

/** What a store knows of a resource. It knows something once the resource is watched. */
export function stateOf<State>(state: StoreState, resource: SingleResource<State>): ResourceState<State>;
export function stateOf<Item>(
  state: StoreState,
  resource: ListResource<Item>,
): ResourceState<ListState<Item>>;
export function stateOf(state: StoreState, { key }: { readonly key: string }): ResourceState<unknown> {
  return state.resources.get(key) ?? UNKNOWN;
}
