import { LANGUAGE_NAMES } from '@palaver/elements/i18n/languages.js';
import { useI18n } from '../../i18n/i18n.js';
import { DENSITIES, setDensity } from '../../styles/density.js';
import { setTheme, THEMES } from '../../styles/theme.js';
import { useDensity, useTheme } from '../../styles/use-looks.js';
import { Row, Select } from '../shared/fields.js';
import { Card, Page } from '../shared/parts.js';
import { useSettingsTexts } from '../shared/texts.js';
import styles from './account-settings.module.css';

/** How the client looks on this device. */
export default function AppearancePage() {
  const { t, language, setLanguage } = useI18n();
  const s = useSettingsTexts();
  const theme = useTheme();
  const density = useDensity();
  const themeNames = {
    system: t.themeSystem,
    light: t.themeLight,
    dark: t.themeDark,
    contrast: t.themeContrast,
  };
  const densityNames = { compact: s.compact, comfortable: s.comfortable, large: s.large };
  return (
    <Page title={s.appearance} intro={s.onThisDevice}>
      <Card>
        <fieldset className={styles.themes}>
          <legend>{t.theme}</legend>
          {THEMES.map((each) => (
            <label key={each} className={styles.theme}>
              <input
                type="radio"
                name="theme"
                value={each}
                checked={theme === each}
                onChange={() => setTheme(each)}
              />
              <span className={styles.swatch} data-swatch={each} aria-hidden="true">
                <span className={styles.lines}>
                  <i />
                  <i />
                  <i />
                </span>
              </span>
              {themeNames[each]}
            </label>
          ))}
        </fieldset>
      </Card>
      <Card>
        <Row label={t.language}>
          {(named) => (
            <Select
              {...named}
              value={language}
              onChoose={setLanguage}
              options={LANGUAGE_NAMES.map(({ tag, name }) => ({ value: tag, label: name }))}
            />
          )}
        </Row>
        <Row label={s.density} hint={s.densityHint}>
          {(named) => (
            <Select
              {...named}
              value={density}
              onChoose={setDensity}
              options={DENSITIES.map((each) => ({ value: each, label: densityNames[each] }))}
            />
          )}
        </Row>
      </Card>
    </Page>
  );
}
