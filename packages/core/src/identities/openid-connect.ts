import { LRUCache } from 'lru-cache';
import type * as OpenIdClient from 'openid-client';
import { AppError } from '../kernel/errors/app-error.js';
import { boundedFetch } from '../kernel/services/bounded-fetch.js';
import type { ProviderSettings } from '../kernel/services/identity-settings.js';
import type { ProviderPerson, SignInProvider } from '../kernel/services/sign-in-providers.js';
import { readClaims } from './claims.js';

const HOUR_MS = 3600 * 1000;
const ONLY = 'discovered';

/**
 * A provider of OpenID Connect: the authorization code flow with PKCE and a nonce. The library checks the state, `iss` of
 * RFC 9207, and issuer, audience, nonce, times and signature of the ID token.
 */
export function openIdConnect(settings: ProviderSettings): SignInProvider {
  const discovered = new LRUCache<typeof ONLY, OpenIdClient.Configuration>({
    max: 1,
    ttl: HOUR_MS,
    // Calls that come meanwhile wait for the same request. Where it fails, what was known an hour ago still holds.
    fetchMethod: () => discover(settings).catch(() => discover(settings)),
    allowStaleOnFetchRejection: true,
  });
  const configuration = async () => {
    const found = await discovered.fetch(ONLY);
    if (found === undefined) throw new AppError('PROVIDER_UNAVAILABLE');
    return found;
  };
  return {
    settings,
    async authorizationUrl(redirectUri, { state, nonce, verifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(' '),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },
    async identify(returned, { state, nonce, verifier }) {
      const { authorizationCodeGrant } = await library();
      const config = await configuration();
      const tokens = await authorizationCodeGrant(config, returned, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return personOf(config, tokens.claims() ?? {}, tokens.access_token);
    },
  };
}

/** A service without providers does not load it. */
function library(): Promise<typeof OpenIdClient> {
  return import('openid-client');
}

async function discover(settings: ProviderSettings): Promise<OpenIdClient.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const client = await library();
  const server = new URL(issuer);
  // OpenID Connect Discovery 1.0, 3: `client_secret_basic` is what a server takes that names none.
  const authenticate: OpenIdClient.ClientAuth = (as, ...rest) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    const auth = isBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret);
    return auth(as, ...rest);
  };
  return client.discovery(server, clientId, { client_secret: clientSecret }, authenticate, {
    [client.customFetch]: boundedFetch,
    execute: [
      client.enableNonRepudiationChecks,
      // The identity file allows http only on this machine.
      ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** Some providers tell the address only at the userinfo endpoint. Its `sub` must be that of the ID token. */
async function personOf(
  config: OpenIdClient.Configuration,
  claims: { readonly sub?: string; readonly email?: unknown },
  accessToken: string,
): Promise<ProviderPerson> {
  const { fetchUserInfo } = await library();
  const { sub = '', email } = claims;
  const asksMore = email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
  const more = asksMore ? await fetchUserInfo(config, accessToken, sub) : {};
  const person = readClaims({ ...more, ...claims });
  if (person === null) throw new AppError('PROVIDER_REFUSED');
  return person;
}
