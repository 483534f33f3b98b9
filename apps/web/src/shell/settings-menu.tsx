import { Menu } from '@base-ui/react/menu';
import { LANGUAGE_NAMES } from '@palaver/elements/i18n/languages.js';
import button from '@palaver/elements/ui/button.module.css';
import menu from '@palaver/elements/ui/menu.module.css';
import { useStore } from '@palaver/react';
import { Settings } from 'lucide-react';
import { useLocation } from 'wouter';
import { useI18n } from '../i18n/i18n.js';
import { signOut } from '../live/live-store.js';
import { setTheme, THEMES } from '../styles/theme.js';
import { useTheme } from '../styles/use-looks.js';

/** The settings of this device, and the way out. */
export default function SettingsMenu() {
  const { t, language, setLanguage } = useI18n();
  const store = useStore();
  const [, navigate] = useLocation();
  const theme = useTheme();
  const themeNames = {
    system: t.themeSystem,
    light: t.themeLight,
    dark: t.themeDark,
    contrast: t.themeContrast,
  };
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={button.icon} aria-label={t.settings} title={t.settings}>
        <Settings aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="end" sideOffset={6} className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            <Menu.Item className={menu.item} onClick={() => navigate('/settings/profile')}>
              {t.allSettings}
            </Menu.Item>
            <Menu.Separator className={menu.line} />
            <Menu.RadioGroup value={theme} onValueChange={setTheme}>
              <div className={menu.label}>{t.theme}</div>
              {THEMES.map((each) => (
                <Menu.RadioItem key={each} value={each} className={menu.item}>
                  {themeNames[each]}
                  <Menu.RadioItemIndicator className={menu.check}>✓</Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menu.line} />
            <Menu.RadioGroup value={language} onValueChange={setLanguage}>
              <div className={menu.label}>{t.language}</div>
              {LANGUAGE_NAMES.map(({ tag, name }) => (
                <Menu.RadioItem key={tag} value={tag} className={menu.item} lang={tag}>
                  {name}
                  <Menu.RadioItemIndicator className={menu.check}>✓</Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menu.line} />
            <Menu.Item className={menu.item} onClick={() => void signOut(store)}>
              {t.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
