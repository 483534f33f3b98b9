import { describe, expect, it } from 'vitest';
import { classify, classifyUpgrade } from './classify.js';
import { AUTH_OPERATIONS, AUTH_PROCEDURES } from './limits.js';
import { rawPath } from './request-target.js';

/** A dispatcher that knows one more way to log in than the reference. */
function resolveOperation(method: string, path: string): string | undefined {
  if (method === 'POST' && /^\/api\/sign-in\/?$/i.test(path)) return 'auth.login';
  if (method === 'POST' && /^\/api\/auth\/login\/?$/i.test(path)) return 'auth.login';
  return undefined;
}

const free = [0, 0];
const ordinary = [1, 0];
const auth = [1, 1];

function cost(method: string, target: string): number[] {
  const found = classify({ method, target, pathname: rawPath(target) }, resolveOperation);
  return [found.global, found.auth];
}

function upgradeCost(method: string, target: string): number[] {
  const found = classifyUpgrade({ method, target, pathname: rawPath(target) }, resolveOperation);
  return [found.global, found.auth];
}

describe('the Auth limiter', () => {
  it('is that of the six operations of section 8', () => {
    expect(AUTH_OPERATIONS.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/auth/login',
      'POST /api/auth/register',
      'POST /api/auth/logout',
      'GET /api/auth/callback/*',
      'POST /api/auth/social',
      'GET /api/bot-gateway',
    ]);
    expect([...AUTH_PROCEDURES]).toEqual([
      'auth.login',
      'auth.register',
      'auth.logout',
      'auth.callback',
      'auth.social',
      'bots.gateway',
    ]);
  });

  it.each([
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/register'],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/auth/social'],
    ['GET', '/api/auth/callback/google'],
    ['GET', '/api/auth/callback/google?code=1&state=2'],
    ['GET', '/api/auth/callback/a/b/c'],
    ['GET', '/api/bot-gateway'],
    ['HEAD', '/api/bot-gateway'],
    ['POST', '/API/Auth/Login/'],
    ['POST', '/api/auth/login?x'],
    ['POST', '/api/x/../auth/login'],
    ['POST', '/api/../auth/login'],
    ['POST', '/api/%2e%2e/auth/login'],
    ['POST', '/x/../api/auth/login'],
    ['POST', 'http://host/api/auth/login'],
    ['POST', 'http:///host/api/auth/login'],
    ['POST', '//[/../../api/auth/login'],
    ['POST', '/api/sign-in'],
  ])('counts %s %s', (method, target) => {
    expect(cost(method, target)).toEqual(auth);
  });

  it.each([
    ['GET', '/api/auth/login'],
    ['HEAD', '/api/auth/login'],
    ['PUT', '/api/auth/register'],
    ['OPTIONS', '/api/auth/login'],
    ['POST', '/api/auth/callback/google'],
    ['POST', '/api/bot-gateway'],
    ['GET', '/api/auth/sessions'],
    ['POST', '/api/auth/password'],
    ['POST', '/api/auth/exchange'],
    ['POST', '/api/auth/login/x'],
    ['POST', '/api/auth/loginx'],
    ['POST', '/api/auth/login//'],
    // Neither Express nor trpc-to-openapi decodes a literal: these are unknown paths.
    ['POST', '/api/auth/log%69n'],
    ['POST', '/api/auth%2flogin'],
  ])('does not count %s %s, the Global one does', (method, target) => {
    expect(cost(method, target)).toEqual(ordinary);
  });
});

describe('the Global limiter', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/API/users/me'],
    ['GET', '/api/ws'],
    ['POST', '/api/ws/ticket'],
    ['GET', '/api/docs'],
    ['GET', '/api/openapi.json'],
    ['GET', '/api/no/such/thing'],
    ['DELETE', '/api/users/me'],
    ['OPTIONS', '/api/users/me'],
    ['PROPFIND', '/api/x'],
    ['GET', '/x/../api/users/me'],
    ['GET', '/api/../health'],
    ['GET', '//x/api/users/me'],
    ['GET', '/api/%'],
    ['GET', '/trpc'],
    ['GET', '/trpc/users.me'],
    ['GET', '/TRPC/users.me'],
  ])('counts %s %s', (method, target) => {
    expect(cost(method, target)).toEqual(ordinary);
  });

  it.each([
    ['GET', '/health'],
    ['GET', '/metrics'],
    ['GET', '/'],
    ['GET', '/favicon.ico'],
    ['GET', '/avatars/1.webp'],
    ['GET', '/apix'],
    ['GET', '/trpcx'],
    ['OPTIONS', '*'],
  ])('does not count %s %s', (method, target) => {
    expect(cost(method, target)).toEqual(free);
  });
});

describe('native calls', () => {
  it.each([
    ['/trpc/auth.login', [1, 1]],
    ['/TRPC/auth.login', [1, 1]],
    ['/trpc/bots.gateway?input=1', [1, 1]],
    ['/trpc/auth%2Elogin', [1, 1]],
    ['/trpc/%61uth.login', [1, 1]],
    ['/trpc/x/y/auth.login', [1, 1]],
    ['/trpc//auth.login', [1, 1]],
    ['http://host/trpc/auth.login', [1, 1]],
    // Names are case-sensitive there, and a comma separates in batches alone.
    ['/trpc/Auth.Login', [1, 0]],
    ['/trpc/auth.login,auth.login', [1, 0]],
    ['/trpc/auth.login/', [1, 0]],
    ['/trpc/%E0%A4%A', [1, 0]],
    ['/trpc/a,b,c?batch=1', [3, 0]],
    ['/trpc/a,b,c?x&batch=1', [3, 0]],
    ['/trpc/a,b,c?b%61tch=1', [3, 0]],
    ['/trpc/a%2Cb%2cc?batch=1', [3, 0]],
    ['/trpc/a,b,c?batch=true', [1, 0]],
    ['/trpc/auth.login,users.me,auth.login?batch=1', [3, 2]],
    ['/trpc/auth.login%2Cauth.login?batch=1', [2, 2]],
    ['/trpc/,,?batch=1', [3, 0]],
    ['/trpc?batch=1', [1, 0]],
  ])('%s cost %j', (target, expected) => {
    expect(cost('POST', target)).toEqual(expected);
  });
});

describe('upgrades', () => {
  it.each([
    ['/api/ws', ordinary],
    ['/api/ws?ticket=x', ordinary],
    ['/trpc', ordinary],
    ['/nowhere', ordinary],
    ['/health', ordinary],
    ['/api/bot-gateway', auth],
    ['/API/Bot-Gateway/?token=x', auth],
    ['//x/api/bot-gateway', auth],
    ['/x/../api/bot-gateway', auth],
  ])('of %s cost %j', (target, expected) => {
    expect(upgradeCost('GET', target)).toEqual(expected);
  });
});
