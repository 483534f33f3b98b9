import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional } from '../kernel/schema/optional.js';
import { nameText } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { Passkey, SignInPurpose } from '../protocol/records/second-factor.js';

const TotpCode = z
  .string()
  .regex(/^\d{3} ?\d{3}$/, 'must have 6 digits')
  .transform((code) => code.replace(' ', ''))
  .meta({ description: 'The code that an authenticator app shows now.', example: '123456' });

/** Base64url without padding, as WebAuthn's JSON has it. */
const bytes = (max: number, description: string) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'must be in base64url')
    .meta({ description, example: 'AQID' });

const PublicKeyType = z.literal('public-key').meta({ description: 'Always "public-key".' });
const CredentialId = bytes(1_366, 'The id of the credential, in base64url.');
const ClientData = bytes(4_096, 'The `clientDataJSON`, in base64url.');

/** What `navigator.credentials.get()` returns, as its `toJSON()` gives it. */
export const PasskeyAssertion = z
  .object({
    id: CredentialId,
    rawId: CredentialId,
    type: PublicKeyType,
    response: z
      .object({
        clientDataJSON: ClientData,
        authenticatorData: bytes(4_096, 'The `authenticatorData`, in base64url.'),
        signature: bytes(2_048, 'The `signature`, in base64url.'),
        userHandle: optional(bytes(128, 'The `userHandle`, in base64url.')),
      })
      .meta({ description: 'What the authenticator has signed.' }),
  })
  .meta({ description: 'What `navigator.credentials.get()` returned, as its `toJSON()` gives it.' });
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

/** What `navigator.credentials.create()` returns, as its `toJSON()` gives it. */
const PasskeyAttestation = z
  .object({
    id: CredentialId,
    rawId: CredentialId,
    type: PublicKeyType,
    response: z
      .object({
        clientDataJSON: ClientData,
        attestationObject: bytes(32_768, 'The `attestationObject`, in base64url.'),
      })
      .meta({ description: 'What the authenticator has made.' }),
  })
  .meta({ description: 'What `navigator.credentials.create()` returned, as its `toJSON()` gives it.' });

/** The fields of an input by which a person gives a second factor: one of them. */
export const SECOND_FACTOR = {
  totp: optional(TotpCode),
  recoveryCode: optional(z.string().max(64)).meta({
    description: 'One of the recovery codes. It works once.',
    example: 'ABCD-EFGH-JKMN-PQRS',
  }),
  passkey: optional(PasskeyAssertion),
};

/** One of the second factors of a person, as it was given. */
export interface GivenFactor {
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** How many factors were given. */
export function countGiven({ totp, recoveryCode, passkey }: GivenFactor): number {
  return [totp, recoveryCode, passkey].filter((given) => given !== undefined).length;
}

export const ConfirmTotpInput = z.object({ code: TotpCode });

const PasskeyName = nameText(1, 64).meta({
  description: 'What the person calls this passkey: up to 64 characters.',
  example: 'My laptop',
});
export const CreatePasskeyInput = writing(Passkey, {
  name: PasskeyName,
  credential: PasskeyAttestation,
});
export type CreatePasskeyInput = z.output<typeof CreatePasskeyInput>;

const PasskeyId = idInput('the passkey');
export const PasskeyInput = z.object({ passkeyId: PasskeyId });
export const UpdatePasskeyInput = writing(Passkey, { passkeyId: PasskeyId, name: PasskeyName });
export type UpdatePasskeyInput = z.output<typeof UpdatePasskeyInput>;

export const SignInOptionsInput = z
  .object({
    purpose: optional(SignInPurpose).meta({ description: 'What the passkey is for; `sign-in` by default.' }),
  })
  .prefault({});
