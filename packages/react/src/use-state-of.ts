import {
  type ListResource,
  type ListState,
  type ResourceState,
  type Selector,
  type SingleResource,
  stateOf,
} from '@palaver/client/store';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from './provider.js';

/**
 * What a selector makes of the state of the store. The component renders again only when something in it has changed. Give
 * the same function each time: one from outside of the component, or from `useMemo` or `useCallback`.
 */
export function useSelected<Selected>(selector: Selector<Selected>): Selected {
  const store = useStore();
  const selection = useMemo(() => store.select(selector), [store, selector]);
  return useSyncExternalStore(selection.subscribe, selection.get, selection.get);
}

/** Keeps a resource up to date while the component is shown. */
export function useWatched<State>(resource: SingleResource<State> | ListResource<State>): void {
  const store = useStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: resources of the same key are the same
  useEffect(() => store.watch(resource), [store, resource.key]);
}

/** What is known of a resource, which is kept up to date while the component is shown. */
export function useResource<State>(resource: SingleResource<State>): ResourceState<State> {
  useWatched(resource);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resources of the same key are the same
  return useSelected(useMemo(() => (state) => stateOf(state, resource), [resource.key]));
}

/** What is loaded of a list, and how to load more. */
export type LoadedList<Item> = ResourceState<ListState<Item>> & ListActions;

/** The same functions in each render. */
export interface ListActions {
  readonly loadOlder: () => Promise<void>;
  readonly loadNewer: () => Promise<void>;
  /** Shows a place elsewhere in the list. Rejects when there is no such item. */
  readonly showAround: (id: string) => Promise<void>;
  readonly showLatest: () => Promise<void>;
}

/** What is loaded of a list that is kept up to date while the component is shown: `value.items`, and `loadOlder`, `loadNewer`, `showAround(id)`, `showLatest`. */
export function useList<Item>(list: ListResource<Item>): LoadedList<Item> {
  useWatched(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resources of the same key are the same
  const state = useSelected(useMemo(() => (current) => stateOf(current, list), [list.key]));
  const actions = useListActions(list);
  return useMemo(() => ({ ...state, ...actions }), [state, actions]);
}

export function useListActions<Item>(list: ListResource<Item>): ListActions {
  const store = useStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: resources of the same key are the same
  return useMemo(
    () => ({
      loadOlder: () => store.loadOlder(list),
      loadNewer: () => store.loadNewer(list),
      showAround: (id) => store.showAround(list, id),
      showLatest: () => store.showLatest(list),
    }),
    [store, list.key],
  );
}
