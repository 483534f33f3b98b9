import type { User } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useEffect, useState } from 'react';

/** So long one has to pause before the service is asked. */
const PAUSE_MS = 150;
const LIMIT = 20;

/** Who has a name that begins with a text; null while the service is asked for the first time. */
export interface FoundPeople {
  readonly users: readonly User[];
  /** The text that they were found for. */
  readonly text: string;
}

/**
 * Finds people by name: members of a server, or with null all whom the person meets. Without a text the members who came
 * last are offered.
 */
export function useFoundPeople(text: string, serverId: string | null): FoundPeople | null {
  const { api } = useStore().client;
  const [found, setFound] = useState<FoundPeople | null>(null);
  const q = text.trim();
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      if (q !== '')
        return api.users.search.query({ q, limit: LIMIT, ...(serverId === null ? {} : { serverId }) });
      if (serverId === null) return [];
      const members = await api.servers.members.query({ serverId, limit: LIMIT });
      return members.map(({ user }) => user);
    };
    const timer = setTimeout(
      () => {
        ask().then(
          (users) => isCurrent && setFound({ users, text: q }),
          // Without a connection nobody is found; what was found stays.
          () => {},
        );
      },
      q === '' ? 0 : PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [q, serverId, api]);
  return found;
}
