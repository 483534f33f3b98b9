/** The languages, by the tag of their locale, with what they are called in themselves. Sorted by those names. */
const NAMES = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  pt: 'Português (Brasil)',
  ar: 'العربية',
  ja: '日本語',
} as const;

export type Language = keyof typeof NAMES;
export const LANGUAGE_NAMES = Object.entries(NAMES).map(([tag, name]) => ({ tag, name }));

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(NAMES, tag);
}

/** The language that was chosen on this device, or the first of the browser's that there is. */
export function languageOf(stored: string | null, ofBrowser: readonly string[]): Language {
  return [stored ?? '', ...ofBrowser.map(tagOf)].find(isLanguage) ?? 'en';
}

/** How times and numbers are written: as the browser's locale of the language says. */
export function localeOf(language: Language, ofBrowser: readonly string[]): string {
  return ofBrowser.find((locale) => tagOf(locale) === language) ?? language;
}

function tagOf(locale: string): string {
  return locale.split('-')[0] ?? '';
}
