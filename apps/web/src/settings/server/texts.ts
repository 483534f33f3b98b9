import { areaTexts } from '@palaver/elements/i18n/area-texts.js';
import { serverSettingsEn } from '../../i18n/server-settings.en.js';

export const { useTexts: useServerTexts } = areaTexts<typeof serverSettingsEn>(serverSettingsEn, {
  ar: async () => (await import('../../i18n/server-settings.ar.js')).serverSettingsAr,
  de: async () => (await import('../../i18n/server-settings.de.js')).serverSettingsDe,
  es: async () => (await import('../../i18n/server-settings.es.js')).serverSettingsEs,
  fr: async () => (await import('../../i18n/server-settings.fr.js')).serverSettingsFr,
  ja: async () => (await import('../../i18n/server-settings.ja.js')).serverSettingsJa,
  pt: async () => (await import('../../i18n/server-settings.pt.js')).serverSettingsPt,
});
