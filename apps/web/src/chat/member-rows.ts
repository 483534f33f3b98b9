import type { User } from '@palaver/client';

export type MemberRow = { readonly key: string } & (
  | { readonly heading: string }
  | { readonly user: User; readonly isOnline: boolean }
);

interface Titles {
  readonly online: string;
  readonly offline: string;
}

/** The members by name, those who are online first, under a heading with how many there are. */
export function memberRows(
  users: readonly User[],
  isOnline: (user: User) => boolean,
  titles: Titles,
  locale: string,
): readonly MemberRow[] {
  const { compare } = new Intl.Collator(locale);
  const people = [...users].sort((a, b) => compare(a.displayName, b.displayName));
  return [
    ...section(titles.online, people.filter(isOnline), true),
    ...section(
      titles.offline,
      people.filter((user) => !isOnline(user)),
      false,
    ),
  ];
}

function section(title: string, users: readonly User[], isOnline: boolean): readonly MemberRow[] {
  if (users.length === 0) return [];
  const people = users.map((user) => ({ key: user.id, user, isOnline }));
  return [{ key: title, heading: `${title} – ${users.length}` }, ...people];
}
