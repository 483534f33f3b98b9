import type { Registration } from './registrations.js';
import type { TokenIssuer } from './token-issuer.js';

/** A sign-in provider that the operator has configured (docs/identity.md). */
export interface ProviderSettings {
  /** As it stands in the paths of the API. */
  readonly name: string;
  /** For the button of a sign-in page. */
  readonly label: string;
  /** GitHub speaks OAuth 2.0 without OpenID Connect. */
  readonly protocol: 'oidc' | 'github';
  /** Without a trailing slash only where the provider writes it without one. For GitHub the address of its pages. */
  readonly issuer: string;
  readonly clientId: string;
  /** Never log it. */
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** Whether an address that this provider has verified signs in to the account that has verified the same address. */
  readonly trustsEmail: boolean;
  readonly signUp: Registration;
}

/** What the operator has configured about identities. */
export interface IdentitySettings {
  readonly providers: readonly ProviderSettings[];
  /** Where a browser may be sent after a sign-in: an origin, and a path with all that is below it. */
  readonly redirects: readonly URL[];
  readonly tokenIssuers: readonly TokenIssuer[];
}

/** Of a service without an identity file. */
export const NO_IDENTITY: IdentitySettings = { providers: [], redirects: [], tokenIssuers: [] };
