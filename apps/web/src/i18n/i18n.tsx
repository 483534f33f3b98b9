import { ElementsI18nProvider } from '@palaver/elements/i18n/i18n.js';
import { isLanguage, type Language, languageOf, localeOf } from '@palaver/elements/i18n/languages.js';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Catalogue, en } from './en.js';
import { CATALOGUES } from './load-texts.js';

const STORED = 'palaver:language';

interface I18n {
  readonly t: Catalogue;
  readonly language: Language;
  /** How times and numbers are written: as the browser's locale of the language says. */
  readonly locale: string;
  setLanguage(language: string): void;
}

const Context = createContext<I18n | null>(null);

export function useI18n(): I18n {
  const i18n = useContext(Context);
  if (i18n === null) throw new Error('There is no I18nProvider');
  return i18n;
}

/** The texts of the chosen language. */
export function useTexts(): Catalogue {
  return useI18n().t;
}

export function I18nProvider({ children }: { readonly children: ReactNode }) {
  const [language, choose] = useState<Language>(() =>
    languageOf(localStorage.getItem(STORED), navigator.languages),
  );
  const [t, setTexts] = useState<Catalogue>(en);
  useEffect(() => {
    let isCurrent = true;
    void CATALOGUES[language]().then((texts) => {
      if (!isCurrent) return;
      setTexts(texts);
      document.documentElement.lang = language;
      document.documentElement.dir = texts.direction;
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const value = useMemo(
    () => ({
      t,
      language,
      locale: localeOf(language, navigator.languages),
      setLanguage: (chosen: string) => {
        if (!isLanguage(chosen)) return;
        localStorage.setItem(STORED, chosen);
        choose(chosen);
      },
    }),
    [t, language],
  );
  return (
    <Context value={value}>
      <ElementsI18nProvider value={value}>{children}</ElementsI18nProvider>
    </Context>
  );
}
