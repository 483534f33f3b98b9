import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';

/** A provider of OpenID Connect on this machine that can be told to answer wrongly. */
export interface FakeProvider {
  readonly issuer: string;
  readonly clientSecret: string;
  /** How the next answers differ from right ones; `reset` ends that. */
  wrong: {
    claims?: Record<string, unknown>;
    /** `none`: unsigned. `other`: signed with a key that the provider does not publish. */
    signature?: 'none' | 'other';
    /** `iss` of the address that the browser is sent to. */
    iss?: string;
    /** The status of the token endpoint; 0 leaves the request without an answer. */
    tokenStatus?: number;
    /** What answers in place of the provider at this path, such as `/token`. */
    at?: { readonly path: string; readonly answer: (res: ServerResponse) => unknown };
    /** Done before the token endpoint answers. */
    beforeToken?: () => void;
  };
  /** The person who is signed in at the provider. */
  person: Record<string, unknown>;
  /** How often the token endpoint was asked. */
  tokenRequests: number;
  close(): Promise<void>;
}

interface Begun {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

export const CLIENT_ID = 'palaver';

/** All providers have the same keys, because making one takes long. */
let made: Promise<[GenerateKeyPairResult, GenerateKeyPairResult]> | null = null;
function keys() {
  made ??= Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  return made;
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const [key, otherKey] = await keys();
  const jwk = { ...(await exportJWK(key.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const begun = new Map<string, Begun>();
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider: FakeProvider = {
    issuer,
    clientSecret: randomBytes(16).toString('hex'),
    wrong: {},
    person: {},
    tokenRequests: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', issuer);
    if (provider.wrong.at?.path === url.pathname) return void provider.wrong.at.answer(res);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(res, 200, metadata(issuer));
      case '/jwks':
        return json(res, 200, { keys: [jwk] });
      case '/authorize':
        return authorize(url.searchParams, res);
      case '/token':
        return token(new URLSearchParams(await textOf(req)), req, res);
      default:
        return json(res, 404, {});
    }
  }

  function authorize(query: URLSearchParams, res: ServerResponse): void {
    const code = randomBytes(8).toString('hex');
    const redirectUri = query.get('redirect_uri') ?? '';
    begun.set(code, {
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      redirectUri,
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', provider.wrong.iss ?? issuer);
    res.writeHead(302, { Location: back.href }).end();
  }

  async function token(form: URLSearchParams, req: IncomingMessage, res: ServerResponse): Promise<void> {
    provider.tokenRequests += 1;
    provider.wrong.beforeToken?.();
    const { tokenStatus } = provider.wrong;
    if (tokenStatus === 0) return;
    if (tokenStatus !== undefined) return json(res, tokenStatus, { error: 'server_error' });
    const credentials = Buffer.from(`${CLIENT_ID}:${provider.clientSecret}`).toString('base64');
    if (req.headers.authorization !== `Basic ${credentials}`)
      return json(res, 401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const start = begun.get(code);
    begun.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (start?.challenge !== challenge || start.redirectUri !== form.get('redirect_uri')) {
      return json(res, 400, { error: 'invalid_grant' });
    }
    const id_token = await idToken(start.nonce);
    json(res, 200, { access_token: randomBytes(8).toString('hex'), token_type: 'Bearer', id_token });
  }

  function idToken(nonce: string): string | Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce,
      ...provider.person,
      ...provider.wrong.claims,
    };
    const { signature } = provider.wrong;
    if (signature === 'none') return new UnsecuredJWT(claims).encode();
    const { privateKey } = signature === 'other' ? otherKey : key;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
  }

  return provider;
}

function metadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  };
}

export function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

export async function textOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += chunk;
  return text;
}
