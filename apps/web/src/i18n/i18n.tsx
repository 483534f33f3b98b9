import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Catalogue, en } from './en.js';

/** The languages, by the tag of their locale. A catalogue is loaded when its language is chosen. */
const LANGUAGES = {
  en: { name: 'English', load: async (): Promise<Catalogue> => en },
  ar: { name: 'العربية', load: async (): Promise<Catalogue> => (await import('./ar.js')).ar },
} as const;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.entries(LANGUAGES).map(([tag, { name }]) => ({ tag, name }));

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
  const [language, choose] = useState<Language>(preferredLanguage);
  const [t, setTexts] = useState<Catalogue>(en);
  useEffect(() => {
    let isCurrent = true;
    void LANGUAGES[language].load().then((texts) => {
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
      locale: navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language,
      setLanguage: (chosen: string) => {
        if (!isLanguage(chosen)) return;
        localStorage.setItem(STORED, chosen);
        choose(chosen);
      },
    }),
    [t, language],
  );
  return <Context value={value}>{children}</Context>;
}

function isLanguage(tag: string): tag is Language {
  return tag in LANGUAGES;
}

function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  const wanted = [stored ?? '', ...navigator.languages.map((tag) => tag.split('-')[0] ?? '')];
  return wanted.find(isLanguage) ?? 'en';
}
