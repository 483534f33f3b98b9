import type { Server } from '@palaver/client';
import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { useMemo } from 'react';

/** Who reads earlier texts in a server; null in a direct message, and where the server is not known. */
export function useEditHistorySetting(serverId: string | null): Server['editHistory'] | null {
  return useSelected(useMemo(() => settingOf(serverId), [serverId]));
}

function settingOf(serverId: string | null) {
  return (state: StoreState) =>
    stateOf(state, resources.servers).value?.items.find(({ id }) => id === serverId)?.editHistory ?? null;
}
