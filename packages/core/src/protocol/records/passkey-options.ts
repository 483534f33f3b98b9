import { z } from 'zod';

/** The names and meanings of these fields are those of WebAuthn, Level 3, section 5.1.9. */
const bytes = (description: string) => z.string().meta({ description, example: 'AQID' });

const challenge = bytes('What is to be signed, in base64url. It is valid once, for five minutes.');
const timeout = z
  .number()
  .int()
  .meta({ description: 'For how long the person is waited for, in milliseconds.' });
const Credential = z.object({
  type: z.literal('public-key').meta({ description: 'Always "public-key".' }),
  id: bytes('The id of a credential, in base64url.'),
});
const UserVerification = z
  .enum(['required', 'preferred'])
  .meta({ description: 'Whether the authenticator asks for a PIN or a fingerprint.' });

export const PasskeyRequestOptions = z
  .object({
    challenge,
    rpId: z.string().meta({ description: 'The domain that the passkeys are for.', example: 'example.com' }),
    allowCredentials: z
      .array(Credential)
      .meta({ description: 'The passkeys of the account; empty where the authenticator offers its own.' }),
    userVerification: UserVerification,
    timeout,
  })
  .meta({
    id: 'PasskeyRequestOptions',
    description:
      'For `PublicKeyCredential.parseRequestOptionsFromJSON()`, then `navigator.credentials.get()`.',
  });
export type PasskeyRequestOptions = z.output<typeof PasskeyRequestOptions>;

export const PasskeyCreationOptions = z
  .object({
    rp: z
      .object({
        id: z.string().meta({ description: 'The domain that the passkey is for.', example: 'example.com' }),
        name: z.string().meta({ description: 'What authenticators show.', example: 'Palaver example.com' }),
      })
      .meta({ description: 'The service.' }),
    user: z
      .object({
        id: bytes('The account, in base64url.'),
        name: z.string().meta({ description: 'The username.', example: 'alice' }),
        displayName: z.string().meta({ description: 'The display name.' }),
      })
      .meta({ description: 'The account.' }),
    challenge,
    pubKeyCredParams: z
      .array(
        z.object({
          type: z.literal('public-key').meta({ description: 'Always "public-key".' }),
          alg: z.number().int().meta({ description: 'A COSE algorithm.', example: -7 }),
        }),
      )
      .meta({ description: 'The algorithms that the service takes.' }),
    timeout,
    excludeCredentials: z.array(Credential).meta({ description: 'The passkeys that the account has.' }),
    authenticatorSelection: z
      .object({
        residentKey: z.literal('required').meta({ description: 'The passkey finds its account.' }),
        requireResidentKey: z.literal(true).meta({ description: 'The same for older browsers.' }),
        userVerification: UserVerification,
      })
      .meta({ description: 'Which authenticators may be used.' }),
    attestation: z.literal('none').meta({ description: 'The service does not ask what made the passkey.' }),
  })
  .meta({
    id: 'PasskeyCreationOptions',
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON()`, then `navigator.credentials.create()`.',
  });
export type PasskeyCreationOptions = z.output<typeof PasskeyCreationOptions>;
