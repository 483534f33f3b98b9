import type { Weekday } from '@palaver/client';
import { useI18n } from '../../i18n/i18n.js';
import { useSettingsTexts } from '../shared/texts.js';
import styles from './account-settings.module.css';
import { WEEKDAYS } from './preference-in.js';

/** A Monday. */
const FIRST_DAY = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

/** Which days are quiet as a whole; `quietDays` of its form has each that is chosen. */
export function QuietDays({ defaultValue }: { readonly defaultValue: readonly Weekday[] }) {
  const s = useSettingsTexts();
  const { language } = useI18n();
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <fieldset className={styles.days}>
      <legend>
        {s.quietDays} <small>{s.quietDaysHint}</small>
      </legend>
      {WEEKDAYS.map((day, n) => (
        <label key={day}>
          <input type="checkbox" name="quietDays" value={day} defaultChecked={defaultValue.includes(day)} />
          {name.format(FIRST_DAY + n * DAY_MS)}
        </label>
      ))}
    </fieldset>
  );
}
