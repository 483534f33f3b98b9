import { hash } from 'node:crypto';
import { itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';

/** More people than a direct message can have here. */
const PEOPLE_MAX = 100;
const NAMES_MAX = 120;

/** Older exports have the names in `members` or `channel_members`, newer ones in `participants`. */
export function membersOf(data: Json): string[] {
  const names = [
    ...itemsAt(data, 'members', PEOPLE_MAX).map(String),
    ...itemsAt(data, 'channel_members', PEOPLE_MAX).map(String),
    ...itemsAt(data, 'participants', PEOPLE_MAX).flatMap((one) => textAt(one, 'username') ?? []),
  ];
  return [...new Set(names)].sort();
}

/** An export gives a direct message no id but its people. The names of ten people may be longer than an id. */
export function placeOfDirect(names: readonly string[]): string {
  const all = names.join(' ');
  return `dm ${all.length <= NAMES_MAX ? all : hash('sha256', all, 'base64url')}`;
}
