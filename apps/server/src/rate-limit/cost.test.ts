import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { normalizeTarget } from '../http/request-target.js';
import { type Cost, type CountedRequest, costOf, upgradeCostOf } from './cost.js';
import { realOperations, realTable } from './test-support.js';

const free = [0, 0];
const ordinary = [1, 0];
const auth = [1, 1];

const tokens = ({ global, auth }: Cost) => [global, auth];

/** A request as the app hands it to the limiter. */
function normalized(method: string, url: string): CountedRequest {
  const req = Object.assign(new IncomingMessage(new Socket()), { method, url, headers: { host: 'x' } });
  normalizeTarget(req);
  return req;
}

const cost = (method: string, target: string) => tokens(costOf(normalized(method, target), realOperations));
const upgradeCost = (url: string) => tokens(upgradeCostOf({ method: 'GET', url }, realOperations));

describe('the Auth limiter', () => {
  it('is that of the thirteen operations of section 8, and of a mail to any address', () => {
    const limited = realTable.operations.filter(({ meta }) => meta.rest.limiter === 'auth');
    expect(limited.map(({ method, template }) => `${method} ${template.text}`).sort()).toEqual([
      'GET /api/auth/callback/{provider}',
      'GET /api/auth/social/{provider}',
      'GET /api/bot-gateway',
      'POST /api/admin/test-mail',
      'POST /api/auth/exchange',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/passkey/sign-in',
      'POST /api/auth/passkey/sign-in-options',
      'POST /api/auth/password-reset',
      'POST /api/auth/password-reset/confirm',
      'POST /api/auth/register',
      'POST /api/auth/social',
      'POST /api/auth/verify-email',
    ]);
  });

  it.each([
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/register'],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/auth/social'],
    ['GET', '/api/auth/callback/google'],
    ['HEAD', '/api/auth/callback/google'],
    ['GET', '/api/auth/callback/google?code=1&state=2'],
    ['GET', '/api/auth/callback/'],
    ['GET', '/api/auth/callback/a/b/c'],
    ['HEAD', '/API/Auth/Callback/a/b/'],
    ['GET', '/api/auth/callback//'],
    ['GET', '/api/auth/callback/%'],
    ['GET', '/api/bot-gateway'],
    ['HEAD', '/api/bot-gateway'],
    ['POST', '/API/Auth/Login/'],
    ['POST', '/api/auth/login?x'],
    ['POST', '/api/x/../auth/login'],
    ['POST', '/api/%2e%2e/api/auth/login'],
    ['POST', '/x/../api/auth/login'],
    ['POST', '/trpc/../api/auth/login'],
    ['POST', '/api\\auth\\login'],
    ['POST', 'http://host/api/auth/login'],
    ['POST', 'http:///host/api/auth/login'],
  ])('counts %s %s', (method, target) => {
    expect(cost(method, target)).toEqual(auth);
  });

  it.each([
    ['GET', '/api/auth/login'],
    ['HEAD', '/api/auth/login'],
    ['PUT', '/api/auth/register'],
    ['OPTIONS', '/api/auth/login'],
    ['POST', '/api/auth/callback/google'],
    ['POST', '/api/auth/callback/a/b'],
    ['GET', '/api/auth/callback'],
    ['GET', '/api/auth/callbacks/google'],
    ['POST', '/api/bot-gateway'],
    ['GET', '/api/auth/sessions'],
    ['POST', '/api/auth/password'],
    // The backend of a product may ask for all of its people, and an office is one address.
    ['POST', '/api/auth/token'],
    ['POST', '/api/auth/login/x'],
    ['POST', '/api/auth/loginx'],
    ['POST', '/api/auth/login//'],
    // A literal segment is not decoded, so these are unknown paths.
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
    ['GET', '/api/../health'],
    ['POST', '/%61pi/auth/login'],
    ['POST', '//api/auth/login'],
  ])('does not count %s %s', (method, target) => {
    expect(cost(method, target)).toEqual(free);
  });
});

describe('native calls', () => {
  it.each([
    ['/trpc/auth.login', [1, 1]],
    ['/trpc/auth.callback', [1, 1]],
    ['/TRPC/auth.login', [1, 1]],
    ['/trpc/bots.gateway?input=1', [1, 1]],
    ['/trpc/auth%2Elogin', [1, 1]],
    ['/trpc/%61uth.login', [1, 1]],
    ['/trpc/x/y/auth.login', [1, 1]],
    ['/trpc//auth.login', [1, 1]],
    ['http://host/trpc/auth.login', [1, 1]],
    // Names are case-sensitive, and a comma separates in batches alone.
    ['/trpc/Auth.Login', [1, 0]],
    ['/trpc/constructor', [1, 0]],
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
    ['*', ordinary],
    ['/api/bot-gateway', auth],
    ['/API/Bot-Gateway/?token=x', auth],
    ['http://host/api/bot-gateway', auth],
  ])('of %s cost %j', (target, expected) => {
    expect(upgradeCost(target)).toEqual(expected);
  });
});
