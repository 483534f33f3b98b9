import type { PalaverClient, User } from '@palaver/client';
import type { Names } from '../names.js';
import type { FindIds } from './search-words.js';

/** As many people as a name is looked for among. */
const LIMIT = 20;

/** Finds whom a name means, among the people of the place and those whom the service finds. */
export function peopleFinder(client: PalaverClient, names: Names | null, serverId: string | null): FindIds {
  return async (name) => {
    if (isId(name) || name.toLowerCase() === 'me' || names?.users.has(name.toLowerCase())) return null;
    const where = serverId === null ? {} : { serverId };
    const found = await client.api.users.search.query({ q: name, ...where, limit: LIMIT });
    return idsOf(name, [...(names?.users.values() ?? []), ...found]);
  };
}

/**
 * Those who are called so: by the name that is shown, or by the beginning of one of its words. Null where the name is a username,
 * which the service knows, or nobody's.
 */
export function idsOf(name: string, people: readonly User[]): readonly string[] | null {
  const typed = name.toLowerCase();
  if (people.some(({ username }) => username.toLowerCase() === typed)) return null;
  const shown = (user: User) => user.displayName.toLowerCase();
  const exact = people.filter((user) => shown(user) === typed);
  const meant = exact.length > 0 ? exact : people.filter((user) => ` ${shown(user)}`.includes(` ${typed}`));
  return meant.length > 0 ? [...new Set(meant.map(({ id }) => id))] : null;
}

function isId(name: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name);
}
