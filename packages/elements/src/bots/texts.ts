import { areaTexts } from '../i18n/area-texts.js';
import { botsTexts } from '../i18n/bots.en.js';

/** The texts of commands and components. */
export const useBotsTexts = areaTexts<typeof botsTexts>(botsTexts, {
  ar: async () => (await import('../i18n/bots.ar.js')).botsTextsAr,
});
