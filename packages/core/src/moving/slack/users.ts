import { field, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { Origin, PersonRecord, SourceRecord } from '../converting/records.js';

export const SLACKBOT = 'USLACKBOT';

/** Somebody of `users.json`. */
export function userOf(user: Json, from: Origin): SourceRecord {
  const id = textAt(user, 'id');
  if (id === null) return { type: 'leftOut', from, why: 'noId' };
  const username = textAt(user, 'name') ?? id;
  const names = ['profile.display_name', 'profile.real_name', 'real_name'].map((path) => textAt(user, path));
  const isBot = field(user, 'is_bot') === true || id === SLACKBOT;
  const displayName = names.find((name) => name !== null) ?? username;
  const role = isBot ? 'member' : roleOf(user);
  const email = isBot ? null : textAt(user, 'profile.email');
  return {
    type: 'person',
    from,
    id,
    username,
    displayName,
    email,
    isBot,
    role,
    avatar: null,
    channelIds: [],
  };
}

/** Guests saw some channels alone there, and members see all public ones here. */
function roleOf(user: Json): PersonRecord['role'] {
  const is = (name: string) => field(user, name) === true;
  if (is('deleted')) return 'gone';
  if (is('is_restricted') || is('is_ultra_restricted')) return 'guest';
  if (is('is_stranger')) return 'elsewhere';
  if (is('is_primary_owner')) return 'owner';
  return is('is_owner') || is('is_admin') ? 'admin' : 'member';
}

/** The workspace: that of its primary owner, else of most people, since `users.json` names people of other workspaces as well. */
export function teamOf(users: readonly Json[]): string | null {
  const owner = users.find((user) => field(user, 'is_primary_owner') === true);
  const ofOwner = textAt(owner, 'team_id');
  if (ofOwner !== null) return ofOwner;
  const counts = new Map<string, number>();
  for (const user of users) {
    const team = textAt(user, 'team_id');
    if (team !== null) counts.set(team, (counts.get(team) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most?.[0] ?? null;
}
