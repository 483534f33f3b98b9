import { use, useEffect, useRef, useState } from 'react';
import type { CatalogueOf } from './catalogue-of.js';
import { useI18n } from './i18n.js';
import type { Language } from './languages.js';

interface AreaTexts<En extends object> {
  /** The texts of the chosen language. Until they are loaded it has those of the language before; without one the hook suspends. */
  readonly useTexts: () => CatalogueOf<En>;
  readonly textsIn: (language: Language) => Promise<CatalogueOf<En>>;
}

/** The texts of a part of the client that is loaded when it is opened. A translation is loaded when its language is chosen. */
export function areaTexts<En extends object>(
  en: CatalogueOf<En>,
  translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<CatalogueOf<En>>>>,
): AreaTexts<En> {
  const loading = new Map<Language, Promise<CatalogueOf<En>>>();
  const loaded = new Map<Language, CatalogueOf<En>>([['en', en]]);
  const load = (language: Language) => {
    const known = loading.get(language);
    if (known !== undefined) return known;
    const texts = language === 'en' ? Promise.resolve(en) : translations[language]();
    loading.set(language, texts);
    texts.then(
      (catalogue) => loaded.set(language, catalogue),
      () => {},
    );
    return texts;
  };
  return {
    textsIn: load,
    useTexts: () => {
      const { language } = useI18n();
      const [, setLoaded] = useState(language);
      const before = useRef<CatalogueOf<En> | null>(null);
      const texts = loaded.get(language);
      useEffect(() => {
        load(language).then(
          () => setLoaded(language),
          () => {},
        );
      }, [language]);
      before.current = texts ?? before.current ?? use(load(language));
      return before.current;
    },
  };
}
