import type { DirectMessage, Server, User } from '@palaver/client';

/** The time of day in a time zone; null for a zone that this browser does not know. */
export function localTime(now: Date, timeZone: string, locale: string): string | null {
  try {
    const form = { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone } as const;
    return new Intl.DateTimeFormat(locale, form).format(now);
  } catch {
    return null;
  }
}

/** The names of servers, in the order of their ids; one that is not known here is left out. */
export function namesOfServers(
  ids: readonly string[],
  servers: ReadonlyArray<Pick<Server, 'id' | 'name'>>,
): readonly string[] {
  const byId = new Map(servers.map(({ id, name }) => [id, name]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The names of the direct messages of several people that somebody is in, who is there beside the reader. */
export function commonConversations(
  userId: string,
  dms: ReadonlyArray<
    Pick<DirectMessage, 'displayName'> & { readonly members: ReadonlyArray<Pick<User, 'id'>> }
  >,
): readonly string[] {
  return dms
    .filter(({ members }) => members.length > 2 && members.some(({ id }) => id === userId))
    .map(({ displayName }) => displayName);
}
