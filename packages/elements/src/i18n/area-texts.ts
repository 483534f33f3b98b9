import { use } from 'react';
import type { CatalogueOf } from './catalogue-of.js';
import { useI18n } from './i18n.js';
import type { Language } from './languages.js';

/**
 * A hook for the texts of a part of the client that is loaded when it is opened. Their translations are loaded when their
 * language is chosen: until then the hook suspends.
 */
export function areaTexts<En extends object>(
  en: CatalogueOf<En>,
  translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<CatalogueOf<En>>>>,
): () => CatalogueOf<En> {
  const loading = new Map<Language, Promise<CatalogueOf<En>>>();
  const load = (language: Language) => {
    const known = loading.get(language);
    if (known !== undefined) return known;
    const texts = language === 'en' ? Promise.resolve(en) : translations[language]();
    loading.set(language, texts);
    return texts;
  };
  return () => {
    const { language } = useI18n();
    return language === 'en' ? en : use(load(language));
  };
}
