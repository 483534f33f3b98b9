import type { PalaverInputs } from '@palaver/client';
import { useState } from 'react';
import { SelectField } from '../settings/parts.js';
import { useSettingsTexts } from '../settings/texts.js';
import styles from './account-settings.module.css';

export type BotScope = NonNullable<PalaverInputs['bots']['create']['scopes']>[number];

/** All scopes that the token of a bot can have, by what they are about. */
const SCOPES = {
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
const AREAS: readonly (Missing extends never ? Area : never)[] = [
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

interface ScopesFieldProps {
  /** What else can be chosen: everything, or for a new token what the old one might. */
  readonly otherwise: string;
  /** What is chosen at first; null for what `otherwise` says. */
  readonly before: readonly string[] | null;
}

/** Asks what the token of a bot may do. */
export function ScopesField({ otherwise, before }: ScopesFieldProps) {
  const s = useSettingsTexts();
  const [isChosen, setChosen] = useState(false);
  const [scopes, setScopes] = useState<ReadonlySet<string>>(() => new Set(before));
  const change = (scope: BotScope, isOn: boolean) => {
    const next = new Set(scopes);
    if (isOn) next.add(scope);
    else next.delete(scope);
    setScopes(next);
  };
  return (
    <>
      <SelectField
        label={s.tokenMay}
        name="limits"
        value={isChosen ? 'chosen' : 'otherwise'}
        onChoose={(value) => setChosen(value === 'chosen')}
        options={[
          { value: 'otherwise', label: otherwise },
          { value: 'chosen', label: s.scopesChosen },
        ]}
      />
      {isChosen && (
        <fieldset className={styles.scopeTable}>
          <legend>{s.scopesLegend}</legend>
          {AREAS.map((area) => (
            <div key={area}>
              <span>{s.scopeArea(area)}</span>
              {SCOPES[area].map((scope) => (
                <label key={scope}>
                  <input
                    type="checkbox"
                    name="scopes"
                    value={scope}
                    aria-label={`${s.scopeArea(area)}: ${verbOf(scope, s)}`}
                    checked={scopes.has(scope)}
                    required={scopes.size === 0}
                    onChange={(event) => change(scope, event.target.checked)}
                  />
                  {verbOf(scope, s)}
                </label>
              ))}
            </div>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Says what a token may do. */
export function useScopesText(scopes: readonly string[] | null): string {
  const s = useSettingsTexts();
  if (scopes === null) return s.scopesAll;
  const given = new Set(scopes);
  return AREAS.flatMap((area) => {
    const verbs = SCOPES[area].filter((scope) => given.has(scope)).map((scope) => verbOf(scope, s));
    return verbs.length === 0 ? [] : [`${s.scopeArea(area)} (${verbs.join(', ')})`];
  }).join(', ');
}

function verbOf(
  scope: BotScope,
  s: Pick<ReturnType<typeof useSettingsTexts>, 'scopeRead' | 'scopeWrite'>,
): string {
  return scope.endsWith(':read') ? s.scopeRead : s.scopeWrite;
}
