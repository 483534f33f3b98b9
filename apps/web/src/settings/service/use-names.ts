import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import type { NameOf } from './erasure-text.js';

interface Ids {
  readonly servers: readonly (string | null)[];
  readonly users: readonly (string | null)[];
}

/** What servers and people are called, read one by one. What is gone, or not read yet, is called by its id. */
export function useNames({ servers, users }: Ids): NameOf {
  const { admin } = useStore().client.api;
  const serverIds = distinct(servers);
  const userIds = distinct(users);
  const names = useAnswer(
    async () => {
      const read = await Promise.allSettled([
        ...serverIds.map(async (serverId) => {
          const { name } = await admin.server.query({ serverId });
          return [serverId, name] as const;
        }),
        ...userIds.map(async (userId) => {
          const { username } = await admin.user.query({ userId });
          return [userId, username] as const;
        }),
      ]);
      return new Map(read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
    },
    [...serverIds, ...userIds].join(' '),
  );
  return (id) => (id === null ? '' : (names.value?.get(id) ?? id));
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null);
}
