import { areaTexts } from '@palaver/elements/i18n/area-texts.js';
import { settingsEn } from '../../i18n/settings.en.js';

export const { useTexts: useSettingsTexts } = areaTexts<typeof settingsEn>(settingsEn, {
  ar: async () => (await import('../../i18n/settings.ar.js')).settingsAr,
  de: async () => (await import('../../i18n/settings.de.js')).settingsDe,
  es: async () => (await import('../../i18n/settings.es.js')).settingsEs,
  fr: async () => (await import('../../i18n/settings.fr.js')).settingsFr,
  ja: async () => (await import('../../i18n/settings.ja.js')).settingsJa,
  pt: async () => (await import('../../i18n/settings.pt.js')).settingsPt,
});
