import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

export const Passkey = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'What the person calls it.' }),
    createdAt: Instant,
    lastUsedAt: Instant.nullable().meta({ description: 'Null when it was never used since it was made.' }),
  })
  .meta({ id: 'Passkey', description: 'A passkey of your account.' });
export type Passkey = z.output<typeof Passkey>;

export const SignInPurpose = z
  .enum(['sign-in', 'second-factor'], 'must be "sign-in" or "second-factor"')
  .meta({ id: 'SignInPurpose', description: 'To sign in alone, or after a password or a provider.' });
export type SignInPurpose = z.output<typeof SignInPurpose>;

export const SecondFactors = z
  .object({
    totpSince: Instant.nullable().meta({
      description: 'Since when an authenticator app is set up; null without one.',
    }),
    passkeys: z.array(Passkey).meta({ description: 'Your passkeys, newest first.' }),
    recoveryCodesLeft: z.number().int().meta({ description: 'How many recovery codes are unused.' }),
  })
  .meta({ id: 'SecondFactors', description: 'What your account has besides a password.' });
export type SecondFactors = z.output<typeof SecondFactors>;

export const TotpSetup = z
  .object({
    secret: z.string().meta({
      description: 'To be typed into an authenticator app, in base32.',
      example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    }),
    url: z.string().meta({
      description: 'The same as an `otpauth:` URL, for a QR code.',
      example: 'otpauth://totp/Palaver%20chat.example.com:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    }),
  })
  .meta({
    id: 'TotpSetup',
    description: 'An authenticator app that is being set up. It is shown only here.',
  });
export type TotpSetup = z.output<typeof TotpSetup>;

const Codes = z.array(z.string().meta({ example: 'ABCD-EFGH-JKMN-PQRS' }));

export const RecoveryCodes = z
  .object({ recoveryCodes: Codes.meta({ description: 'Each works once. They are shown only here.' }) })
  .meta({ id: 'RecoveryCodes', description: 'New recovery codes; all earlier ones are over.' });
export type RecoveryCodes = z.output<typeof RecoveryCodes>;

export const CreatedPasskey = z
  .object({
    passkey: Passkey,
    recoveryCodes: Codes.nullable().meta({
      description: 'With your first second factor: codes that work once each, shown only here. Null later.',
    }),
  })
  .meta({ id: 'CreatedPasskey', description: 'A new passkey.' });
export type CreatedPasskey = z.output<typeof CreatedPasskey>;
