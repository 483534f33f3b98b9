import type { PalaverInputs } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { settingsEn } from '../../i18n/settings.en.js';

export type BotScope = NonNullable<PalaverInputs['bots']['create']['scopes']>[number];

/** All scopes that the token of a bot can have, by what they are about. */
export const SCOPES = {
  messages: ['messages:read', 'messages:write'],
  interactions: ['interactions:read', 'interactions:write'],
  realtime: ['realtime:read'],
  channels: ['channels:read', 'channels:write'],
  groups: ['groups:read', 'groups:write'],
  servers: ['servers:read', 'servers:write'],
  users: ['users:read', 'users:write'],
  notifications: ['notifications:read', 'notifications:write'],
  webhooks: ['webhooks:read', 'webhooks:write'],
  bots: ['bots:read', 'bots:write'],
} as const satisfies Readonly<Record<string, readonly BotScope[]>>;

type Area = keyof typeof SCOPES;
// A scope that is new in the service has to be in the list: without it this is no type that a key can have.
type Missing = Exclude<BotScope, (typeof SCOPES)[Area][number]>;
export const AREAS: readonly (Missing extends never ? Area : never)[] = [
  'messages',
  'interactions',
  'realtime',
  'channels',
  'groups',
  'servers',
  'users',
  'notifications',
  'webhooks',
  'bots',
];

/** What a form says of scopes; undefined where none are chosen one by one. */
export function scopesOf(form: FormData): BotScope[] | undefined {
  if (form.get('limits') !== 'chosen') return undefined;
  const chosen = new Set(form.getAll('scopes'));
  return AREAS.flatMap((area) => [...SCOPES[area]]).filter((scope) => chosen.has(scope));
}

type Texts = Pick<CatalogueOf<typeof settingsEn>, 'scopesAll' | 'scopeArea' | 'scopeRead' | 'scopeWrite'>;

/** Says what a token may do; with null it may do everything. */
export function scopesText(scopes: readonly string[] | null, s: Texts): string {
  if (scopes === null) return s.scopesAll;
  const given = new Set(scopes);
  return AREAS.flatMap((area) => {
    const verbs = SCOPES[area].filter((scope) => given.has(scope)).map((scope) => verbOf(scope, s));
    return verbs.length === 0 ? [] : [`${s.scopeArea(area)} (${verbs.join(', ')})`];
  }).join(', ');
}

/** The word for reading or for writing. */
export function verbOf(
  scope: `${string}:${'read' | 'write'}`,
  s: Pick<Texts, 'scopeRead' | 'scopeWrite'>,
): string {
  return scope.endsWith(':read') ? s.scopeRead : s.scopeWrite;
}
