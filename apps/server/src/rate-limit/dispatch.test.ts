import http from 'node:http';
import { initTRPC } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express from 'express';
import fc from 'fast-check';
import { createOpenApiExpressMiddleware, type OpenApiMeta } from 'trpc-to-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Cost, classify, type ResolveOperation } from './classify.js';
import { AUTH_PROCEDURES } from './limits.js';
import { close, listen, send } from './test-support.js';

/*
 * What the installed Express, trpc-to-openapi and tRPC really dispatch, held against what was charged: no
 * spelling of a request may run an auth procedure, or several procedures, for less.
 */

const t = initTRPC.meta<OpenApiMeta>().create();
let ran: string[] = [];
let charged: Cost = { global: 0, auth: 0 };

type Method = 'GET' | 'POST';

function operation(name: string, method: Method, path: `/${string}`) {
  const base = t.procedure
    .meta({ openapi: { method, path } })
    .input(path.includes('{provider}') ? z.object({ provider: z.string() }) : z.object({}).optional())
    .output(z.object({}));
  const resolve = () => {
    ran.push(name);
    return {};
  };
  return method === 'GET' ? base.query(resolve) : base.mutation(resolve);
}

/** A router whose REST paths begin with `prefix`: `/api` where it is mounted at the root. */
function routerAt(prefix: '' | '/api') {
  return t.router({
    auth: t.router({
      login: operation('auth.login', 'POST', `${prefix}/auth/login`),
      callback: operation('auth.callback', 'GET', `${prefix}/auth/callback/{provider}`),
      sessions: operation('auth.sessions', 'GET', `${prefix}/auth/sessions`),
    }),
    bots: t.router({ gateway: operation('bots.gateway', 'GET', `${prefix}/bot-gateway`) }),
  });
}

const routes: readonly (readonly [Method, RegExp, string])[] = [
  ['POST', /^\/api\/auth\/login\/?$/i, 'auth.login'],
  ['GET', /^\/api\/auth\/callback\/[^/]+\/?$/i, 'auth.callback'],
  ['GET', /^\/api\/auth\/sessions\/?$/i, 'auth.sessions'],
  ['GET', /^\/api\/bot-gateway\/?$/i, 'bots.gateway'],
];

const resolveOperation: ResolveOperation = (method, path) =>
  routes.find(([known, pattern]) => known === method && pattern.test(path))?.[2];

function serverWith(prefix: '' | '/api', resolve: ResolveOperation): http.Server {
  const app = express();
  app.use((request, _response, next) => {
    const { method, originalUrl: target, path: pathname } = request;
    charged = classify({ method, target, pathname }, resolve);
    next();
  });
  const router = routerAt(prefix);
  app.use('/trpc', createExpressMiddleware({ router }));
  const rest = createOpenApiExpressMiddleware({ router, createContext: () => ({}) });
  if (prefix === '') app.use('/api', rest);
  else app.use(rest);
  app.use(
    (_error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      response.status(500).end();
    },
  );
  return http.createServer(app);
}

async function dispatched(port: number, method: Method, path: string): Promise<string[]> {
  ran = [];
  charged = { global: 0, auth: 0 };
  const json = { headers: { 'content-type': 'application/json' }, body: '{}' };
  await send(port, { method, path, ...(method === 'POST' ? json : {}) });
  return ran;
}

const known = fc.constantFrom<[Method, string]>(
  ['POST', '/api/auth/login'],
  ['GET', '/api/auth/callback/google'],
  ['GET', '/api/bot-gateway'],
  ['GET', '/api/auth/sessions'],
  ['POST', '/trpc/auth.login'],
  ['POST', '/trpc/auth.login,auth.login?batch=1'],
  ['GET', '/trpc/bots.gateway,auth.sessions,bots.gateway?batch=1'],
);

/** Ways to respell a target, some of which leave it reaching the same procedure. */
const respelling = fc.oneof(
  fc.constantFrom<(target: string, at: number) => string>(
    (target) => target.toUpperCase(),
    (target) => target.replace('auth', 'Auth'),
    (target) => target.replace(/\?|$/, (end) => `/${end}`),
    (target) => `${target}#x`,
    (target) => `${target}#\\?batch=0`,
    (target) => `http://h${target}`,
    (target) => `http:///h${target}`,
    (target) => `//h${target}`,
    (target) => `/x/..${target}`,
    (target) => `/trpc/..${target}`,
    (target) => `/api/..${target}`,
    (target) => target.replace('/api/', '/api/../'),
    (target) => target.replace('batch=1', 'b%61tch=%31'),
    (target) => target.replaceAll(',', '%2C'),
    (target) => target.replace(/\/(?=[^/]*$)/, '\\'),
  ),
  fc
    .constantFrom('/', '\\', '/x/../', '/%2e/', '/x\\..\\', '/./', '\\', '#', '\u00a0', '/a,a,a/')
    .map((inserted) => (target: string, at: number) => {
      const slashes = [...target.matchAll(/\//g)].map(({ index }) => index);
      const slash = slashes[at % slashes.length] ?? 0;
      return target.slice(0, slash) + inserted + target.slice(slash + (inserted.length > 1 ? 1 : 0));
    }),
  fc.constant((target: string, at: number) => {
    const index = 1 + (at % (target.length - 1));
    const code = target.charCodeAt(index).toString(16).padStart(2, '0');
    return `${target.slice(0, index)}%${code}${target.slice(index + 1)}`;
  }),
);

describe.each([
  ['mounted at /api', ''],
  ['mounted at the root', '/api'],
] as const)('trpc-to-openapi %s', (_where, prefix) => {
  const servers = [serverWith(prefix, resolveOperation), serverWith(prefix, () => undefined)];
  const ports: number[] = [];

  beforeAll(async () => {
    for (const server of servers) ports.push(await listen(server));
  });
  afterAll(async () => {
    await Promise.all(servers.map(close));
  });

  it.each<[Method, string, string[]]>([
    ['POST', '/api/auth/login', ['auth.login']],
    ['POST', '/API/Auth/Login/', ['auth.login']],
    ['POST', '/api/x/../auth/login', ['auth.login']],
    ['POST', '/api/%2e/auth/x\\..\\login', ['auth.login']],
    ['POST', 'http://h/api/auth/login', ['auth.login']],
    ['GET', '/api/auth/callback/go%6Fgle', ['auth.callback']],
    ['POST', '/trpc/x/auth%2Elogin%2Cauth.login?b%61tch=1', ['auth.login', 'auth.login']],
    ['POST', '/api/auth/log%69n', []],
    ['POST', '/%61pi/auth/login', []],
    ['POST', '/api/auth/login//', []],
    ['POST', '/TRPC/auth.login', ['auth.login']],
  ])('%s %s runs %j and is charged for that', async (method, path, expected) => {
    for (const port of ports) {
      expect(await dispatched(port, method, path)).toEqual(expected);
      const auth = expected.filter((name) => AUTH_PROCEDURES.has(name)).length;
      expect(charged).toMatchObject({
        auth,
        global: path.startsWith('/%61') ? 0 : Math.max(1, expected.length),
      });
    }
  });

  it('runs no auth procedure for less than an auth token, however the request is spelled', async () => {
    const spellings = fc.array(fc.tuple(respelling, fc.nat(20)), { maxLength: 3 });
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(known, spellings, fc.nat(1), async ([method, target], changes, which) => {
        const path = changes.reduce((spelled, [respell, at]) => respell(spelled, at), target);
        const names = await dispatched(ports[which] ?? 0, method, path);
        reached += names.length;
        expect(charged.global).toBeGreaterThanOrEqual(names.length);
        expect(charged.auth).toBeGreaterThanOrEqual(names.filter((name) => AUTH_PROCEDURES.has(name)).length);
      }),
      { numRuns: 1_500 },
    );
    expect(reached).toBeGreaterThan(200);
  });
});
