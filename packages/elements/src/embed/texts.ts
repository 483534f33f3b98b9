import { useEffect, useState } from 'react';
import { chatEn } from '../i18n/chat.en.js';
import type { ChatTexts, I18n } from '../i18n/i18n.js';
import { type Language, languageOf, localeOf } from '../i18n/languages.js';

const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<ChatTexts>>> = {
  ar: async () => (await import('../i18n/chat.ar.js')).chatAr,
  de: async () => (await import('../i18n/chat.de.js')).chatDe,
  es: async () => (await import('../i18n/chat.es.js')).chatEs,
  fr: async () => (await import('../i18n/chat.fr.js')).chatFr,
  ja: async () => (await import('../i18n/chat.ja.js')).chatJa,
  pt: async () => (await import('../i18n/chat.pt.js')).chatPt,
};

/** Of a server that renders the page. */
const NONE: readonly string[] = [];

/**
 * The texts of a language, such as `de` or `de-AT`; without one, of the first of the browser's that there is. Null while they are
 * loaded. English is there at once, and where another language cannot be loaded.
 */
export function useI18nOf(wanted: string | null): I18n | null {
  const ofBrowser = typeof navigator === 'undefined' ? NONE : navigator.languages;
  const asked = wanted === null ? ofBrowser : [wanted];
  const language = languageOf(null, asked);
  const [loaded, setLoaded] = useState<{ readonly language: Language; readonly t: ChatTexts } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const take = (t: ChatTexts) => isCurrent && setLoaded({ language, t });
    if (language !== 'en')
      CATALOGUES[language]().then(take, () => isCurrent && setLoaded({ language, t: chatEn }));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  // A tag without a region leaves that to the browser.
  const locale = localeOf(language, [...asked.filter((tag) => tag.includes('-')), ...ofBrowser]);
  if (language === 'en') return { t: chatEn, language, locale };
  if (loaded === null) return null;
  const isThere = loaded.t !== chatEn;
  return isThere ? { ...loaded, locale } : { t: chatEn, language: 'en', locale: 'en' };
}
