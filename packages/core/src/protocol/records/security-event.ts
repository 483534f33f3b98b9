import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

/**
 * What can happen to the ways into an account: the subject of the mail about it, and its sentence. Each is written to the account's
 * history and mailed to the address that counted before.
 */
export const SECURITY_EVENTS = {
  'password.changed': ['Your password was changed', 'The password of your account was changed.'],
  'password.reset': [
    'Your password was changed',
    'The password of your account was set anew by a link that was sent to this address. All sessions have ended.',
  ],
  'password.setByAdmin': [
    'Your password was changed',
    'An admin of the service has set the password of your account. All sessions have ended.',
  ],
  'email.requested': [
    'Your e-mail address is to be changed',
    'Another e-mail address was given for your account. It counts once the link that was sent there is followed.',
  ],
  'email.changed': ['Your e-mail address was changed', 'The e-mail address of your account was changed.'],
  'totp.added': ['Two-factor authentication', 'An authenticator app was added to your account.'],
  'totp.removed': ['Two-factor authentication', 'The authenticator app of your account was removed.'],
  'passkey.added': ['A passkey was added', 'A passkey was added to your account.'],
  'passkey.removed': ['A passkey was removed', 'A passkey of your account was removed.'],
  'recoveryCodes.made': [
    'New recovery codes',
    'New recovery codes of your account were made; the earlier ones are over.',
  ],
  'recoveryCode.used': ['A recovery code was used', 'A recovery code of your account was used.'],
  'factors.removedByAdmin': [
    'Two-factor authentication',
    'An admin of the service has removed the second factors of your account.',
  ],
  'identity.linked': ['A sign-in provider was linked', 'A sign-in provider was linked to your account.'],
  'identity.unlinked': [
    'A sign-in provider was unlinked',
    'A sign-in provider was unlinked from your account.',
  ],
  'session.created': [
    'New sign-in to your account',
    'Somebody signed in to your account on a device, or from a network, that it was not used on before.',
  ],
  'botToken.made': ['A token of a bot was made', 'A token of a bot of your account was made.'],
  'apiKey.made': ['An API key was made', 'An API key of the service was made with your account.'],
  'account.takenOver': [
    'Your account is yours',
    'You have shown that this address is yours. Whatever led into the account before was ended: sessions, passkeys, second factors, ' +
      'sign-in providers, tokens of bots and API keys.',
  ],
  'access.ended': ['Other ways into your account were ended', 'All other ways into your account were ended.'],
} as const satisfies Readonly<Record<string, readonly [subject: string, sentence: string]>>;

export type SecurityKind = keyof typeof SECURITY_EVENTS;

/** A service of a later release may send another kind. */
export const SecurityEvent = z
  .object({
    id: Id,
    kind: z.string().meta({
      description: `What has happened: ${Object.entries(SECURITY_EVENTS)
        .map(([kind, [, sentence]]) => `\`${kind}\`: ${sentence}`)
        .join(' ')}`,
      example: 'password.changed',
    }),
    createdAt: Instant,
    userAgent: z
      .string()
      .nullable()
      .meta({ description: 'The `User-Agent` of the client; null without one.' }),
    network: z.string().nullable().meta({ description: 'The network of the client; null where unknown.' }),
    about: z.string().nullable().meta({
      description:
        'The name of the provider, passkey, bot or key, or the address that counts now; null for others.',
    }),
  })
  .meta({ id: 'SecurityEvent', description: 'What has happened to a way into your account.' });
export type SecurityEvent = z.output<typeof SecurityEvent>;
