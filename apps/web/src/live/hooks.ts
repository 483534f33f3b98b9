import {
  type ListResource,
  type ResourceState,
  type Selector,
  type SingleResource,
  stateOf,
  type ListState,
} from '@palaver/client/store';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from './live-store.js';

/** What a selector makes of the state. Give a selector that is made with `useMemo`, or once. */
export function useSelected<Selected>(selector: Selector<Selected>): Selected {
  const store = useStore();
  const selection = useMemo(() => store.select(selector), [store, selector]);
  return useSyncExternalStore(selection.subscribe, selection.get);
}

/** Keeps a resource up to date for as long as the component is shown. */
export function useWatch<State>(resource: SingleResource<State> | ListResource<State>): void {
  const store = useStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the resource
  useEffect(() => store.watch(resource), [store, resource.key]);
}

/** What is known of a resource, which is read and kept up to date. */
export function useSingle<State>(resource: SingleResource<State>): ResourceState<State> {
  useWatch(resource);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the resource
  return useSelected(useMemo(() => (state) => stateOf(state, resource), [resource.key]));
}

export function useList<Item>(resource: ListResource<Item>): ResourceState<ListState<Item>> {
  useWatch(resource);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the resource
  return useSelected(useMemo(() => (state) => stateOf(state, resource), [resource.key]));
}
