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
  // The types of the DOM leave the JSON of such a credential untyped.
  return credential && (credential.toJSON() as Assertion);
}

/** Makes a passkey on a device of the person. Null when they would not. */
export async function makePasskey(options: PasskeyCreationOptions): Promise<Attestation | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await orNull(navigator.credentials.create({ publicKey }));
  // As above.
  return credential && (credential.toJSON() as Attestation);
}

/** What was asked for with `publicKey`. Browsers tell a person's refusal by this error, and nothing else of it. */
async function orNull(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await asked;
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  }
}
