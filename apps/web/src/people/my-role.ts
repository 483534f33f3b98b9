import type { Role } from '@palaver/client';
import { type SingleResource, type StoreState, stateOf } from '@palaver/client/store';
import { useSelected, useStore } from '@palaver/react';
import { useEffect, useMemo } from 'react';
import { idAfter } from './id-after.js';

interface MyRole {
  readonly userId: string;
  /** Null where the person is no member. */
  readonly role: Role | null;
}

/** The person's role in a server: of the page of one member that ends with them. */
const roleIn = (serverId: string): SingleResource<MyRole> => ({
  kind: 'single',
  key: `my-role/${serverId}`,
  of: serverId,
  read: async ({ client, userId: whoseId }) => {
    const userId = await whoseId();
    const { state, cursors } = await client.snapshot((api) =>
      api.servers.members.query({ serverId, before: idAfter(userId), limit: 1 }),
    );
    const mine = state.find(({ user }) => user.id === userId);
    return { state: { userId, role: mine?.role ?? null }, cursors };
  },
  reduce: (state, event) =>
    event.type === 'member.updated' && event.data.userId === state.userId
      ? { state: { ...state, role: event.data.role } }
      : null,
});

/** The person's role in a server; null until it is known, and in a direct message. */
export function useMyRole(serverId: string | null): Role | null {
  const store = useStore();
  const resource = useMemo(() => (serverId === null ? null : roleIn(serverId)), [serverId]);
  useEffect(() => (resource === null ? undefined : store.watch(resource)), [store, resource]);
  const select = (state: StoreState) => resource && (stateOf(state, resource).value?.role ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selector for another resource
  return useSelected(useMemo(() => select, [resource]));
}
