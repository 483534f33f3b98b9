import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

/** A certified provider of OpenID Connect on this machine, at which the same person is always signed in. */
export interface RealProvider {
  readonly issuer: string;
  /** Serves a client from now on. The addresses to return to are known only once the service runs. */
  serve(client: { client_id: string; client_secret: string; redirect_uris: string[] }): void;
  close(): Promise<void>;
}

const SCOPE = 'openid email profile';
const CLAIMS = {
  email: 'alice@example.com',
  email_verified: true,
  preferred_username: 'alice',
  name: 'Alice Smith',
};

export async function startRealProvider(): Promise<RealProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server is an object.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    serve: (client) => {
      const provider = new Provider(issuer, {
        clients: [client],
        cookies: { keys: ['a key of the tests'] },
        pkce: { required: () => true },
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['name', 'preferred_username'],
        },
        findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...CLAIMS }) }),
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
        loadExistingGrant: consent,
      });
      const answer = provider.callback();
      server.on('request', (req, res) => {
        if (req.url?.startsWith('/interaction/') !== true) return void answer(req, res);
        return void provider.interactionFinished(req, res, { login: { accountId: 'alice-at-the-provider' } });
      });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The person has agreed to everything. */
async function consent({ oidc }: KoaContextWithOIDC) {
  const [clientId = '', accountId = ''] = [oidc.client?.clientId, oidc.session?.accountId];
  const grant = new oidc.provider.Grant({ clientId, accountId });
  grant.addOIDCScope(SCOPE);
  await grant.save();
  return grant;
}
