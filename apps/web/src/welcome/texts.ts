import { areaTexts } from '@palaver/elements/i18n/area-texts.js';
import { welcomeEn } from '../i18n/welcome.en.js';

export const { useTexts: useWelcomeTexts } = areaTexts<typeof welcomeEn>(welcomeEn, {
  ar: async () => (await import('../i18n/welcome.ar.js')).welcomeAr,
  de: async () => (await import('../i18n/welcome.de.js')).welcomeDe,
  es: async () => (await import('../i18n/welcome.es.js')).welcomeEs,
  fr: async () => (await import('../i18n/welcome.fr.js')).welcomeFr,
  ja: async () => (await import('../i18n/welcome.ja.js')).welcomeJa,
  pt: async () => (await import('../i18n/welcome.pt.js')).welcomePt,
});
