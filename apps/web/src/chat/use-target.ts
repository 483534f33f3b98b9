import type { Message } from '@palaver/client';
import type { ListResource } from '@palaver/client/store';
import { useStore } from '@palaver/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Row } from './message-rows.js';

/** The message that the address names (`?message=`): it is loaded and scrolled to, once. Returns its key. */
export function useTarget(
  list: ListResource<Message>,
  isChannel: boolean,
  rows: readonly Row[],
  scrollTo: (index: number) => void,
): string | null {
  const store = useStore();
  const [parameters] = useSearchParams();
  const named = isChannel ? parameters.get('message') : null;
  const [reached, setReached] = useState<string | null>(null);
  const isReady = rows.length > 0;
  const index = named === null ? -1 : rows.findIndex(({ key }) => key === named);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once for each message that is named
  useEffect(() => {
    if (named !== null && isReady && index < 0) void store.showAround(list, named).catch(() => {});
  }, [named, isReady]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolled to once for each message that is named
  useLayoutEffect(() => {
    if (index < 0 || reached === named) return;
    setReached(named);
    scrollTo(index);
  }, [index, named]);
  return named;
}
