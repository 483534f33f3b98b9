import type * as OpenIdClient from 'openid-client';
import { z } from 'zod';
import { AppError } from '../kernel/errors/app-error.js';
import { boundedFetch } from '../kernel/services/bounded-fetch.js';
import type { ProviderSettings } from '../kernel/services/identity-settings.js';
import type { SignInProvider } from '../kernel/services/sign-in-providers.js';

const GitHubUser = z.object({
  id: z.number().int(),
  login: z.string().max(255),
  name: z.string().max(1024).nullish(),
});

const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/**
 * GitHub, which is no provider of OpenID Connect: OAuth 2.0 with PKCE, then `/user` and `/user/emails` of its REST API. Of
 * the addresses only the primary one counts, where it is verified.
 */
export function github(settings: ProviderSettings): SignInProvider {
  const pages = settings.issuer.replace(/\/$/, '');
  const api = pages === 'https://github.com' ? 'https://api.github.com' : `${pages}/api/v3`;
  const load = () => configurationOf(settings, pages);
  return {
    settings,
    async authorizationUrl(redirectUri, { state, verifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      return buildAuthorizationUrl(await load(), {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },
    async identify(returned, { state, verifier }) {
      const { authorizationCodeGrant } = await library();
      const checks = { pkceCodeVerifier: verifier, expectedState: state };
      const { access_token: token } = await authorizationCodeGrant(await load(), returned, checks);
      const { id, login, name } = await read(`${api}/user`, token, GitHubUser);
      const emails = settings.scopes.includes('user:email')
        ? await read(`${api}/user/emails?per_page=100`, token, GitHubEmails)
        : [];
      const email = emails.find(({ primary, verified }) => primary && verified)?.email ?? null;
      return {
        subject: String(id),
        email,
        isEmailVerified: email !== null,
        username: login,
        name: name ?? null,
      };
    },
  };
}

function library(): Promise<typeof OpenIdClient> {
  return import('openid-client');
}

async function configurationOf(
  { clientId, clientSecret }: ProviderSettings,
  pages: string,
): Promise<OpenIdClient.Configuration> {
  const client = await library();
  const server = {
    issuer: `${pages}/login/oauth`,
    authorization_endpoint: `${pages}/login/oauth/authorize`,
    token_endpoint: `${pages}/login/oauth/access_token`,
  };
  const config = new client.Configuration(server, clientId, {}, client.ClientSecretPost(clientSecret));
  config[client.customFetch] = boundedFetch;
  if (pages.startsWith('http:')) client.allowInsecureRequests(config);
  return config;
}

async function read<T>(url: string, token: string, schema: z.ZodType<T>): Promise<T> {
  const headers = {
    Accept: 'application/vnd.github+json',
    Authorization: `Bearer ${token}`,
    'User-Agent': 'palaver',
  };
  const response = await boundedFetch(url, { headers });
  const { data } = schema.safeParse(response.ok ? await response.json() : null);
  if (data === undefined) throw new AppError('PROVIDER_REFUSED');
  return data;
}
