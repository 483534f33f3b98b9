import type { ErrorCode } from '@palaver/client';
import { textIn } from '@palaver/elements/i18n/name-in.js';

/** The texts of signing in and up, beside those of the first load. */
export const signInEn = {
  withProvider: (name: string) => `Continue with ${name}`,
  or: 'or',
  withPasskey: 'Use a passkey',
  forgotten: 'Forgotten your password?',
  registrationClosed: 'Nobody can make an account here. Ask who runs this service for one.',
  registrationByInvite: 'Making an account takes an invite. Open the link of yours.',
  secondTitle: 'One more step',
  secondText: 'Your account has a second factor.',
  totp: 'Code of your authenticator app',
  recoveryCode: 'Recovery code',
  passkey: 'Use a passkey',
  totpInstead: 'Use a code of the authenticator app',
  recoveryInstead: 'Use a recovery code',
  continue: 'Continue',
  backToSignIn: 'Back to the sign-in',
  forgottenTitle: 'A new password',
  forgottenText: 'Enter the e-mail address of your account. If it is known here, a link comes to it.',
  email: 'E-mail address',
  emailIfAny: 'E-mail address (if you like)',
  shareTimezone: (zone: string) => `Show others what time it is for me (${zone})`,
  whyEmail: 'With it you get back in when you forget your password. Other people do not see it.',
  sendLink: 'Send the link',
  linkSent: 'Look into your mailbox. The link works for 30 minutes.',
  signingIn: 'Signing in…',
  linked: (name: string) => `${name} is linked to your account.`,
  replaceTitle: 'You are signed in already',
  replaceText: 'Another sign-in has come back from a provider. It would take the place of the one of now.',
  replace: 'Sign in anew',
  keepSession: 'Stay as I am',
  verifyTitle: 'Confirm your e-mail address',
  verifySignIn:
    'Sign in to the account that this address was given for, and confirm it there. If you have not given it, or cannot sign in, set a new password instead.',
  verifyText: 'From then on it is the address of your account.',
  verify: 'Confirm the address',
  verified: 'Your address is confirmed.',
  refused: 'The sign-in did not work.',
  reasons: (code: string) => textIn(REASONS, code) ?? 'Try again, or sign in in another way.',
} as const;

/** The code is from the address, where anybody can write one. */
const REASONS = {
  ACCOUNT_DEACTIVATED: 'This account is deactivated.',
  REGISTRATION_CLOSED: 'You have no account here, and nobody can make one.',
  INVITE_REQUIRED: 'You have no account here. Open the link of an invite to make one.',
  INVITE_NOT_FOUND: 'The invite does not exist any more.',
  EMAIL_NEEDS_LINK:
    'An account here has your e-mail address. Sign in to it, and link this provider in its settings.',
  IDENTITY_TAKEN: 'It is linked to another account here.',
  PROVIDER_ALREADY_LINKED: 'Your account is linked to another account there.',
  PROVIDER_UNAVAILABLE: 'The provider does not answer. Try again in a moment.',
  SIGN_IN_ENDED: 'It took too long, or was begun in another browser.',
} as const satisfies Partial<Record<ErrorCode, string>>;
export type SignInReason = keyof typeof REASONS;
