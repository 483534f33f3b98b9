import type { PalaverInputs, PasskeyCreationOptions, PasskeyRequestOptions } from '@palaver/client';

type Assertion = PalaverInputs['auth']['signInWithPasskey']['credential'];
type Attestation = PalaverInputs['auth']['createPasskey']['credential'];

/** Whether this browser has passkeys in the form that the service speaks, and takes them here: an IP address has none. */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return (
    !isAddress &&
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/** Asks the person for one of their passkeys. Null when they would not. */
export async function askForPasskey(options: PasskeyRequestOptions): Promise<Assertion | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await orNull(navigator.credentials.get({ publicKey }));
  // With `publicKey` the browser gives such a credential, whose JSON is untyped.
  return credential && ((credential as PublicKeyCredential).toJSON() as Assertion);
}

/** Makes a passkey on a device of the person. Null when they would not. */
export async function makePasskey(options: PasskeyCreationOptions): Promise<Attestation | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await orNull(navigator.credentials.create({ publicKey }));
  // As above, for `create`.
  return credential && ((credential as PublicKeyCredential).toJSON() as Attestation);
}

/** Browsers tell a person's refusal by this error, and nothing else of it. */
function orNull(asked: Promise<Credential | null>): Promise<Credential | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  });
}
