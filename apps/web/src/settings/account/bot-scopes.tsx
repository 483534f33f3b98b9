import { useState } from 'react';
import { SelectField } from '../shared/fields.js';
import { useSettingsTexts } from '../shared/texts.js';
import styles from './account-settings.module.css';
import { AREAS, type BotScope, SCOPES, verbOf } from './scopes.js';

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
