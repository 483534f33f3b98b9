import type { AnyChannel } from '@palaver/client';
import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { useResource, useSelected } from '@palaver/react';
import { useMemo } from 'react';

/** The name of a channel with its server's; of a direct message alone. Null while they are not known. */
export function usePlace(
  channelId: string,
): { readonly channel: AnyChannel; readonly server: string | null } | null {
  const { value } = useResource(useMemo(() => resources.channel(channelId), [channelId]));
  const serverId = value?.channel?.serverId ?? null;
  const server = useSelected(useMemo(() => serverName(serverId), [serverId]));
  return useMemo(
    () => (value?.channel ? { channel: value.channel, server } : null),
    [value?.channel, server],
  );
}

function serverName(serverId: string | null): (state: StoreState) => string | null {
  return (state) =>
    stateOf(state, resources.servers).value?.items.find(({ id }) => id === serverId)?.name ?? null;
}
