import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { useMemo } from 'react';

/**
 * Whether the person keeps order in a server, as far as is known: the owner always, others once the members are loaded. The
 * service decides in any case.
 */
export function useMayModerate(serverId: string | null): boolean {
  return useSelected(
    useMemo(() => (state: StoreState) => serverId !== null && mayModerate(state, serverId), [serverId]),
  );
}

function mayModerate(state: StoreState, serverId: string): boolean {
  const { userId } = state;
  const server = stateOf(state, resources.servers).value?.items.find(({ id }) => id === serverId);
  if (server?.ownerId === userId) return true;
  const members = stateOf(state, resources.membersOf(serverId)).value?.items;
  const role = members?.find(({ user }) => user.id === userId)?.role;
  return role === 'admin' || role === 'moderator';
}
