import { areaTexts } from '@palaver/elements/i18n/area-texts.js';
import { signInEn } from '../i18n/sign-in.en.js';

export const { useTexts: useSignInTexts } = areaTexts<typeof signInEn>(signInEn, {
  ar: async () => (await import('../i18n/sign-in.ar.js')).signInAr,
  de: async () => (await import('../i18n/sign-in.de.js')).signInDe,
  es: async () => (await import('../i18n/sign-in.es.js')).signInEs,
  fr: async () => (await import('../i18n/sign-in.fr.js')).signInFr,
  ja: async () => (await import('../i18n/sign-in.ja.js')).signInJa,
  pt: async () => (await import('../i18n/sign-in.pt.js')).signInPt,
});
