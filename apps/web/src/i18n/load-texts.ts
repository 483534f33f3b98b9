import type { Language } from '@palaver/elements/i18n/languages.js';
import { type Catalogue, en } from './en.js';

/** By language, its texts. They are loaded when the language is chosen. */
export const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => en,
  ar: async () => (await import('./ar.js')).ar,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  ja: async () => (await import('./ja.js')).ja,
  pt: async () => (await import('./pt.js')).pt,
};
