import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { Email } from '../../users/schemas.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import { displayNameOf } from '../converting/names.js';

type UserLine = Extract<GivenArchiveLine, { type: 'user' }>;

/** Somebody who writes, reacts or is a member. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly isBot: boolean;
  /** Their role in the server; null for who does not become a member. */
  readonly role: 'owner' | 'admin' | 'member' | null;
}

const USERS_MAX = 100_000;

/** The people of `users.json`. */
export function peopleIn(users: Json): Map<string, Person> {
  const people = new Map<string, Person>();
  for (const user of itemsAt({ users }, 'users', USERS_MAX)) {
    const person = personOf(user);
    if (person !== null) people.set(person.id, person);
  }
  return people;
}

function personOf(user: Json): Person | null {
  const id = textAt(user, 'id');
  if (id === null) return null;
  const username = textAt(user, 'name') ?? id;
  const names = ['profile.display_name', 'profile.real_name', 'real_name'].map((path) => textAt(user, path));
  const email = Email.safeParse(textAt(user, 'profile.email'));
  const isBot = field(user, 'is_bot') === true || id === 'USLACKBOT';
  return {
    id,
    username: displayNameOf(username, id),
    displayName: displayNameOf(names.find((name) => name !== null) ?? username, username),
    email: email.success && !isBot ? email.data : null,
    isBot,
    role: roleOf(user, isBot),
  };
}

/** Guests saw some channels alone there, and members see all public ones here. */
function roleOf(user: Json, isBot: boolean): Person['role'] {
  const is = (name: string) => field(user, name) === true;
  if (isBot || is('deleted') || is('is_restricted') || is('is_ultra_restricted') || is('is_stranger'))
    return null;
  if (is('is_primary_owner')) return 'owner';
  return is('is_owner') || is('is_admin') ? 'admin' : 'member';
}

/** An integration that `users.json` does not name, and a guest of another workspace. */
export function strangerOf(id: string, name: string | null, isBot: boolean): Person {
  const shown = displayNameOf(name ?? (isBot ? 'Integration' : 'Somebody'), 'Somebody');
  return { id, username: shown, displayName: shown, email: null, isBot, role: null };
}

/** Who owns the server: the primary owner, else an admin, else the first person. */
export function ownerOf(people: ReadonlyMap<string, Person>): Person {
  const all = [...people.values()].filter(({ isBot }) => !isBot);
  const owner =
    all.find(({ role }) => role === 'owner') ??
    all.find(({ role }) => role === 'admin') ??
    all.find(({ role }) => role !== null);
  return owner ?? all[0] ?? strangerOf('owner', 'Owner', false);
}

/** The lines of all people: the owner first, since bots name their owner. */
export function userLines(people: ReadonlyMap<string, Person>, owner: Person, createdAt: Date): UserLine[] {
  const others = [...people.values()].filter(({ id }) => id !== owner.id);
  const inOrder = [owner, ...others.filter(({ isBot }) => !isBot), ...others.filter(({ isBot }) => isBot)];
  return inOrder.map(({ id, username, displayName, email, isBot }) => ({
    type: 'user',
    data: {
      id,
      username,
      displayName,
      email,
      bot: isBot,
      botOwnerId: isBot ? owner.id : null,
      createdAt: createdAt.toISOString(),
    },
  }));
}
