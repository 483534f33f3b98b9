import type { Weekday } from '@palaver/client';
import { useI18n } from '../../i18n/i18n.js';
import { useSettingsTexts } from '../shared/texts.js';
import styles from './account-settings.module.css';
import { WEEKDAYS } from './preference-in.js';
import { weekdayName } from './weekday-name.js';

/** Which days are quiet as a whole; `quietDays` of its form has each that is chosen. */
export function QuietDays({ defaultValue }: { readonly defaultValue: readonly Weekday[] }) {
  const s = useSettingsTexts();
  const { language } = useI18n();
  return (
    <fieldset className={styles.days}>
      <legend>
        {s.quietDays} <small>{s.quietDaysHint}</small>
      </legend>
      {WEEKDAYS.map((day) => (
        <label key={day}>
          <input type="checkbox" name="quietDays" value={day} defaultChecked={defaultValue.includes(day)} />
          {weekdayName(day, language, 'short')}
        </label>
      ))}
    </fieldset>
  );
}
