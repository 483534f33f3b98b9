import type { PalaverInputs } from '@palaver/client';
import { AREAS, SCOPES, scopesText, verbOf } from '../account/scopes.js';

export type KeyScope = PalaverInputs['admin']['createKey']['scopes'][number];

/** What a key alone may have, beside what the token of a bot can have. */
export const ADMIN_SCOPES = ['admin:read', 'admin:write'] as const satisfies readonly KeyScope[];

// A scope that is new in the service has to be in a list: without it this is no type of a list.
type Known = (typeof SCOPES)[keyof typeof SCOPES][number] | (typeof ADMIN_SCOPES)[number];
type Missing = Exclude<KeyScope, Known>;
type All = Missing extends never ? readonly KeyScope[] : never;

/** All scopes of a key, in the order of the form. */
export const KEY_SCOPES: All = [...AREAS.flatMap((area) => [...SCOPES[area]]), ...ADMIN_SCOPES];

/** What a form says of the scopes of a new key. */
export function keyScopesOf(form: FormData): KeyScope[] {
  const chosen = new Set(form.getAll('scopes'));
  return KEY_SCOPES.filter((scope) => chosen.has(scope));
}

/** Says what a key may do. */
export function keyScopesText(
  scopes: readonly string[],
  s: Parameters<typeof scopesText>[1],
  administration: string,
): string {
  const verbs = ADMIN_SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => verbOf(scope, s));
  const rest = scopesText(scopes, s);
  const own = verbs.length === 0 ? '' : `${administration} (${verbs.join(', ')})`;
  return [rest, own].filter((text) => text !== '').join(', ');
}

/** When a key ends that expires with a chosen day; undefined for no day. The day counts where the admin is. */
export function endOfDay(day: string): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const end = new Date(year, month - 1, date + 1);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
