import { randomInt } from 'node:crypto';
import type { Queryable } from '@palaver/db';
import { findTakenNames } from './queries.js';
import { Username } from './schemas.js';

const LENGTH_MAX = 32;
/** For a hyphen and six digits. */
const BASE_MAX = LENGTH_MAX - 7;
const COUNTED_TO = 9;

/** What the username of a new account is made of: what another system says of the person. */
export interface NamedPerson {
  readonly username: string | null;
  readonly email: string | null;
  readonly name: string | null;
}

/**
 * A username that nobody has, for an account that is made without its person being asked. Where others ask for the same
 * one at the same moment (`isContested`), it is one that nobody else tries.
 */
export async function freeUsername(q: Queryable, person: NamedPerson, isContested = false): Promise<string> {
  const candidates = usernameCandidates(person).slice(isContested ? -1 : 0);
  const taken = await findTakenNames(
    q,
    candidates.map((name) => name.toLowerCase()),
  );
  return candidates.find((name) => !taken.has(name.toLowerCase())) ?? candidates.at(-1) ?? 'user';
}

/** Whether a text is a username that nobody has. */
export async function isFreeUsername(q: Queryable, name: string): Promise<boolean> {
  return Username.safeParse(name).success && (await findTakenNames(q, [name.toLowerCase()])).size === 0;
}

/**
 * The valid username that is nearest to what another system calls a person: from the username there, else from the address,
 * else from the name; `user` where none of them leaves one.
 */
export function usernameOf({ username, email, name }: NamedPerson): string {
  for (const text of [username, email, name]) {
    const candidate = text === null ? '' : asUsername(text);
    if (Username.safeParse(candidate).success) return candidate;
  }
  return 'user';
}

/** The usernames to try, in this order: the plain one, a few that are counted, and one that nobody else tries. */
export function usernameCandidates(person: NamedPerson): string[] {
  const base = usernameOf(person);
  const counted = Array.from({ length: COUNTED_TO - 1 }, (_, n) => `${base}-${n + 2}`);
  return [base, ...counted, `${base}-${randomInt(100_000, 1_000_000)}`];
}

/** Letters lose their accents; what else is no character of a username becomes one hyphen. */
function asUsername(text: string): string {
  const [local = ''] = text.split('@');
  return local
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, BASE_MAX)
    .replace(/^[-._]+|[-._]+$/g, '');
}
