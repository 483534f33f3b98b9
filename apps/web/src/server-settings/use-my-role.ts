import type { Role, Server } from '@palaver/client';
import { useMe, useStore } from '@palaver/react';
import { useEffect, useState } from 'react';

const RANKS: readonly Role[] = ['member', 'moderator', 'admin', 'owner'];

/** Whether a role may do what takes another one. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return RANKS.indexOf(role) >= RANKS.indexOf(needed);
}

/**
 * The person's role in a server; null until it is known. The service tells it by what it lets them read, so no list of
 * members has to be searched for them.
 */
export function useMyRole({ id: serverId, ownerId }: Pick<Server, 'id' | 'ownerId'>): Role | null {
  const { client } = useStore();
  const me = useMe();
  const [role, setRole] = useState<Role | null>(null);
  useEffect(() => {
    let isShown = true;
    const may = (read: Promise<unknown>) =>
      read.then(
        () => true,
        () => false,
      );
    async function find(): Promise<Role> {
      if (await may(client.api.servers.auditLog.query({ serverId, limit: 1 }))) return 'admin';
      return (await may(client.api.reports.list.query({ serverId, limit: 1 }))) ? 'moderator' : 'member';
    }
    void find().then((found) => isShown && setRole(found));
    return () => {
      isShown = false;
    };
  }, [client, serverId]);
  return me?.id === ownerId ? 'owner' : role;
}
