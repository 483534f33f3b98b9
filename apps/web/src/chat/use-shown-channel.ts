import type { AnyChannel, Channel } from '@palaver/client';
import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { anyChannel } from '@palaver/elements/channels/any-channel.js';
import { useSelected, useStore } from '@palaver/react';
import { useEffect, useMemo } from 'react';

interface ShownChannel {
  /** Null while it is not known, and when it is gone. */
  readonly channel: AnyChannel | null;
  readonly isGone: boolean;
}

/** The channel that a page shows: from the list beside it, so that it is read only where the list does not have it. */
export function useShownChannel(serverId: string | null, channelId: string): ShownChannel {
  const store = useStore();
  const listed = useListed(serverId, channelId);
  const own = useMemo(() => resources.channel(channelId), [channelId]);
  const { status, value } = useSelected(useMemo(() => (state: StoreState) => stateOf(state, own), [own]));
  const isAlone = listed === null;
  useEffect(() => (isAlone ? store.watch(own) : undefined), [store, own, isAlone]);
  const channel = useMemo(() => listed && anyChannel(listed), [listed]);
  return { channel: channel ?? value?.channel ?? null, isGone: isAlone && status === 'gone' };
}

/** Undefined while the list is not known; null where it does not have the channel. */
function useListed(serverId: string | null, channelId: string): Channel | AnyChannel | null | undefined {
  const store = useStore();
  const list = useMemo(() => (serverId === null ? null : resources.channelsOf(serverId)), [serverId]);
  // The store itself watches the direct messages.
  useEffect(() => (list === null ? undefined : store.watch(list)), [store, list]);
  return useSelected(
    useMemo(
      () => (state: StoreState) => {
        const { value } = list === null ? stateOf(state, resources.dms) : stateOf(state, list);
        const items: ReadonlyArray<Channel | AnyChannel> | undefined = value?.items;
        return items && (items.find(({ id }) => id === channelId) ?? null);
      },
      [list, channelId],
    ),
  );
}
