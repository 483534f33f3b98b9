import { createContext, useContext } from 'react';
import type { CatalogueOf } from './catalogue-of.js';
import type { chatEn } from './chat.en.js';
import type { Language } from './languages.js';

/** The texts of the elements in one language. */
export type ChatTexts = CatalogueOf<typeof chatEn>;

/** In which language the elements speak. The app that shows them chooses it, and loads the texts. */
export interface I18n {
  readonly t: ChatTexts;
  readonly language: Language;
  /** The locale by which times and numbers are written, such as `en-GB`. */
  readonly locale: string;
}

const Context = createContext<I18n | null>(null);

export const ElementsI18nProvider = Context.Provider;

/** Throws where no `ElementsI18nProvider` is around. */
export function useI18n(): I18n {
  const i18n = useContext(Context);
  if (i18n === null) throw new Error('There is no ElementsI18nProvider');
  return i18n;
}

/** The texts of the chosen language. */
export function useTexts(): ChatTexts {
  return useI18n().t;
}
