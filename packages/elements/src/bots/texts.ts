import { areaTexts } from '../i18n/area-texts.js';
import { botsEn } from '../i18n/bots.en.js';

/** The texts of commands and components. */
export const { useTexts: useBotsTexts, textsIn: botsTextsIn } = areaTexts<typeof botsEn>(botsEn, {
  ar: async () => (await import('../i18n/bots.ar.js')).botsAr,
  de: async () => (await import('../i18n/bots.de.js')).botsDe,
  es: async () => (await import('../i18n/bots.es.js')).botsEs,
  fr: async () => (await import('../i18n/bots.fr.js')).botsFr,
  ja: async () => (await import('../i18n/bots.ja.js')).botsJa,
  pt: async () => (await import('../i18n/bots.pt.js')).botsPt,
});
