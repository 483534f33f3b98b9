import type { User } from '@palaver/client';

/** What is compared of somebody. Ids are in the order in which accounts were made (UUIDv7). */
export type Named = Pick<User, 'id' | 'username' | 'displayName' | 'deleted'>;

/** What two texts have in common that look alike (UTS 39, section 4: the skeleton). */
export type SkeletonOf = (text: string) => string;

/** What a skeleton leaves out: white space, and what shows nothing. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/** Makes the function that finds skeletons from the one that finds the prototype of a character. */
export function skeletons(prototypeOf: (character: string) => string): SkeletonOf {
  // Names have few different characters, and the table is long.
  const known = new Map<string, string>();
  const cached = (character: string): string => {
    const found = known.get(character) ?? prototypeOf(character);
    known.set(character, found);
    return found;
  };
  return (text) =>
    Array.from(text.normalize('NFD').replace(UNSEEN, ''), cached).join('').normalize('NFD').toLowerCase();
}

/**
 * Who has a name that looks like the name of somebody with an older account, with that person. Both the names that are shown and
 * the usernames count, without regard to case. The time follows the number of people.
 */
export function lookAlikesOf(people: Iterable<Named>, skeletonOf: SkeletonOf): ReadonlyMap<string, Named> {
  const first = new Map<string, Named>();
  const found = new Map<string, Named>();
  for (const person of [...people].filter(({ deleted }) => !deleted).sort(byAge)) {
    for (const skeleton of skeletonsOf(person, skeletonOf)) {
      const original = first.get(skeleton) ?? person;
      first.set(skeleton, original);
      if (original.id !== person.id && !found.has(person.id)) found.set(person.id, original);
    }
  }
  return found;
}

/** In small letters as well, because a capital I looks like an l and a small i does not. */
function skeletonsOf({ displayName, username }: Named, skeletonOf: SkeletonOf): readonly string[] {
  const texts = [displayName, username].flatMap((name) => [name, name.toLowerCase()]);
  return texts.map(skeletonOf).filter((skeleton) => skeleton !== '');
}

function byAge(a: Named, b: Named): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
