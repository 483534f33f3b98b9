import type { Role } from '@palaver/client';
import { type SingleResource, type StoreState, stateOf } from '@palaver/client/store';
import { useSelected, useStore } from '@palaver/react';
import { useEffect, useMemo } from 'react';
import { idAfter } from './id-after.js';

export interface MyMembership {
  readonly userId: string;
  /** Null where the person is no member. */
  readonly role: Role | null;
  /** Until when the person may not write in the server (ISO 8601); null where they may. */
  readonly timedOutUntil: string | null;
}

/** What the person is in a server: of the page of one member that ends with them. */
const membershipIn = (serverId: string): SingleResource<MyMembership> => ({
  kind: 'single',
  key: `my-membership/${serverId}`,
  of: serverId,
  read: async ({ client, userId: whoseId }) => {
    const userId = await whoseId();
    const { state, cursors } = await client.snapshot((api) =>
      api.servers.members.query({ serverId, before: idAfter(userId), limit: 1 }),
    );
    const mine = state.find(({ user }) => user.id === userId);
    const { role = null, timedOutUntil = null } = mine ?? {};
    return { state: { userId, role, timedOutUntil }, cursors };
  },
  reduce: (state, event) =>
    event.type === 'member.updated' && event.data.userId === state.userId
      ? { state: { ...state, role: event.data.role, timedOutUntil: event.data.timedOutUntil } }
      : null,
});

/** What the person is in a server; null until it is known, and in a direct message. */
export function useMyMembership(serverId: string | null): MyMembership | null {
  const store = useStore();
  const resource = useMemo(() => (serverId === null ? null : membershipIn(serverId)), [serverId]);
  useEffect(() => (resource === null ? undefined : store.watch(resource)), [store, resource]);
  const select = (state: StoreState) => resource && stateOf(state, resource).value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selector for another resource
  return useSelected(useMemo(() => select, [resource]));
}

/** The person's role in a server; null until it is known, and in a direct message. */
export function useMyRole(serverId: string | null): Role | null {
  return useMyMembership(serverId)?.role ?? null;
}
