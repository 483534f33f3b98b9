import { areaTexts } from '@palaver/elements/i18n/area-texts.js';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { actsEn } from '../../i18n/acts.en.js';

export type ActTexts = CatalogueOf<typeof actsEn>;

export const { useTexts: useActTexts } = areaTexts<typeof actsEn>(actsEn, {
  ar: async () => (await import('../../i18n/acts.ar.js')).actsAr,
  de: async () => (await import('../../i18n/acts.de.js')).actsDe,
  es: async () => (await import('../../i18n/acts.es.js')).actsEs,
  fr: async () => (await import('../../i18n/acts.fr.js')).actsFr,
  ja: async () => (await import('../../i18n/acts.ja.js')).actsJa,
  pt: async () => (await import('../../i18n/acts.pt.js')).actsPt,
});
