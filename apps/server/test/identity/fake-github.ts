import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, textOf } from './fake-provider.js';

export const GITHUB_CLIENT = { clientId: 'Iv1.8a61f9b3a7aba766', clientSecret: 'a-secret-of-github' };

/** Answers as GitHub's documentation says: "Authorizing OAuth apps", and the REST API of users and their addresses. */
export interface FakeGitHub {
  readonly url: string;
  user: { id: number; login: string; name: string | null };
  emails: Array<{ email: string; primary: boolean; verified: boolean; visibility: string | null }>;
  close(): Promise<void>;
}

export async function startFakeGitHub(): Promise<FakeGitHub> {
  const challenges = new Map<string, string>();
  const tokens = new Set<string>();
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const github: FakeGitHub = {
    url: `http://127.0.0.1:${port}`,
    user: { id: 1, login: 'octocat', name: 'The Octocat' },
    emails: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', github.url);
    const token = /^Bearer (\w+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';
    if (url.pathname === '/login/oauth/authorize') {
      const code = randomBytes(10).toString('hex');
      challenges.set(code, url.searchParams.get('code_challenge') ?? '');
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      return void res.writeHead(302, { Location: back.href }).end();
    }
    if (url.pathname === '/login/oauth/access_token')
      return exchange(new URLSearchParams(await textOf(req)), res);
    if (!tokens.has(token)) return json(res, 401, { message: 'Bad credentials' });
    if (url.pathname === '/api/v3/user') return json(res, 200, github.user);
    if (url.pathname === '/api/v3/user/emails') return json(res, 200, github.emails);
    json(res, 404, { message: 'Not Found' });
  }

  /** GitHub answers its errors with 200. */
  function exchange(form: URLSearchParams, res: ServerResponse): void {
    const code = form.get('code') ?? '';
    const challenge = challenges.get(code);
    challenges.delete(code);
    const { clientId, clientSecret } = GITHUB_CLIENT;
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret) {
      json(res, 200, { error: 'incorrect_client_credentials', error_description: 'Wrong.' });
      return;
    }
    const given = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== given) {
      json(res, 200, { error: 'bad_verification_code' });
      return;
    }
    const token = `gho_${randomBytes(10).toString('hex')}`;
    tokens.add(token);
    json(res, 200, { access_token: token, scope: 'read:user,user:email', token_type: 'bearer' });
  }

  return github;
}
