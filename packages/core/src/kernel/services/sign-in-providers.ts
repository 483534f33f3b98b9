import type { ProviderSettings } from './identity-settings.js';

/** What a provider says of a person. */
export interface ProviderPerson {
  /** Never changes at this provider. */
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly username: string | null;
  readonly name: string | null;
}

/** What one sign-in sends to the provider and checks in its answer. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** A provider that people sign in with. */
export interface SignInProvider {
  readonly settings: ProviderSettings;
  /** Where to send the browser. Throws `PROVIDER_UNAVAILABLE`. */
  authorizationUrl(redirectUri: string, secrets: SignInSecrets): Promise<URL>;
  /**
   * The person whom the provider sends back to `returned`, the redirect address with its query. Throws
   * `PROVIDER_UNAVAILABLE`, or `PROVIDER_REFUSED` for whatever is wrong with the answer.
   */
  identify(returned: URL, secrets: SignInSecrets): Promise<ProviderPerson>;
}

/** The providers of this service, by name. */
export type SignInProviders = ReadonlyMap<string, SignInProvider>;
