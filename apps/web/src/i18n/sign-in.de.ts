import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { textIn } from '@palaver/elements/i18n/name-in.js';
import type { SignInReason, signInEn } from './sign-in.en.js';

/** The texts of signing in and up in German. */
export const signInDe: CatalogueOf<typeof signInEn> = {
  withProvider: (name) => `Weiter mit ${name}`,
  or: 'oder',
  withPasskey: 'Passkey verwenden',
  forgotten: 'Passwort vergessen?',
  registrationClosed:
    'Hier kann niemand selbst ein Konto erstellen. Frag danach, wer diesen Dienst betreibt.',
  registrationByInvite: 'Für ein Konto brauchst du eine Einladung. Öffne den Link deiner Einladung.',
  secondTitle: 'Noch ein Schritt',
  secondText: 'Dein Konto hat einen zweiten Faktor.',
  totp: 'Code deiner Authenticator-App',
  recoveryCode: 'Wiederherstellungscode',
  passkey: 'Passkey verwenden',
  totpInstead: 'Code der Authenticator-App verwenden',
  recoveryInstead: 'Wiederherstellungscode verwenden',
  continue: 'Weiter',
  backToSignIn: 'Zurück zur Anmeldung',
  forgottenTitle: 'Neues Passwort',
  forgottenText:
    'Gib die E-Mail-Adresse deines Kontos ein. Wenn sie hier bekannt ist, bekommst du einen Link.',
  email: 'E-Mail-Adresse',
  emailIfAny: 'E-Mail-Adresse (wenn du magst)',
  shareTimezone: (zone) => `Anderen zeigen, wie spät es bei mir ist (${zone})`,
  whyEmail: 'Damit kommst du wieder hinein, wenn du dein Passwort vergisst. Andere sehen sie nicht.',
  sendLink: 'Link senden',
  linkSent: 'Schau in dein Postfach. Der Link gilt 30 Minuten.',
  signingIn: 'Du wirst angemeldet …',
  linked: (name) => `${name} ist mit deinem Konto verknüpft.`,
  replaceTitle: 'Du bist schon angemeldet',
  replaceText: 'Von einem Anbieter kommt eine weitere Anmeldung. Sie würde die jetzige ersetzen.',
  replace: 'Neu anmelden',
  keepSession: 'So bleiben',
  verifyTitle: 'E-Mail-Adresse bestätigen',
  verifySignIn:
    'Melde dich mit dem Konto an, für das diese Adresse angegeben wurde, und bestätige sie dort. Wenn du sie nicht angegeben hast oder dich nicht anmelden kannst, setze stattdessen ein neues Passwort.',
  verifyText: 'Danach ist sie die Adresse deines Kontos.',
  verify: 'Adresse bestätigen',
  verified: 'Deine Adresse ist bestätigt.',
  refused: 'Die Anmeldung hat nicht geklappt.',
  reasons: (code) =>
    textIn(REASONS, code) ?? 'Versuch es noch einmal oder melde dich auf einem anderen Weg an.',
};

const REASONS: Readonly<Record<SignInReason, string>> = {
  ACCOUNT_DEACTIVATED: 'Dieses Konto ist deaktiviert.',
  REGISTRATION_CLOSED: 'Du hast hier kein Konto, und niemand kann selbst eines erstellen.',
  INVITE_REQUIRED: 'Du hast hier kein Konto. Öffne den Link einer Einladung, um eines zu erstellen.',
  INVITE_NOT_FOUND: 'Die Einladung gibt es nicht mehr.',
  EMAIL_NEEDS_LINK:
    'Ein Konto hier hat deine E-Mail-Adresse. Melde dich mit ihm an und verknüpfe diesen Anbieter in seinen Einstellungen.',
  IDENTITY_TAKEN: 'Sie ist hier mit einem anderen Konto verknüpft.',
  PROVIDER_ALREADY_LINKED: 'Dein Konto ist dort mit einem anderen Konto verknüpft.',
  PROVIDER_UNAVAILABLE: 'Der Anbieter antwortet nicht. Versuch es gleich noch einmal.',
  SIGN_IN_ENDED: 'Es hat zu lange gedauert oder wurde in einem anderen Browser begonnen.',
};
