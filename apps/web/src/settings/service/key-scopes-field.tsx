import { useState } from 'react';
import { AREAS, SCOPES, verbOf } from '../account/scopes.js';
import { useSettingsTexts } from '../shared/texts.js';
import { ADMIN_SCOPES, type KeyScope } from './key-scopes.js';
import styles from './keys-page.module.css';
import { useAdminTexts } from './texts.js';

/** Asks what a new key may do: at least one thing. */
export function KeyScopesField() {
  const s = useAdminTexts();
  const settings = useSettingsTexts();
  const [chosen, setChosen] = useState<ReadonlySet<KeyScope>>(new Set());
  const change = (scope: KeyScope, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(scope);
    else next.delete(scope);
    setChosen(next);
  };
  const rows: { readonly name: string; readonly scopes: readonly KeyScope[] }[] = [
    ...AREAS.map((area) => ({ name: settings.scopeArea(area), scopes: SCOPES[area] })),
    { name: s.administration, scopes: ADMIN_SCOPES },
  ];
  return (
    <fieldset className={styles.scopes}>
      <legend>{s.keyMay}</legend>
      {rows.map(({ name, scopes }) => (
        <div key={name}>
          <span>{name}</span>
          {scopes.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                aria-label={`${name}: ${verbOf(scope, settings)}`}
                checked={chosen.has(scope)}
                required={chosen.size === 0}
                onChange={(event) => change(scope, event.target.checked)}
              />
              {verbOf(scope, settings)}
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}
