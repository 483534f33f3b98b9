import type { IncomingMessage } from 'node:http';
import { type Context, type Meta, rest } from '@palaver/core';
import { initTRPC } from '@trpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { collectOperations } from '../rest/operation.js';
import { createOperationTable } from '../rest/operation-table.js';
import { type SampleApp, startSampleApp } from '../testing/sample-app.js';
import { send } from '../testing/send.js';
import { authOperations } from './auth-operations.js';
import { type Cost, costOf } from './cost.js';

/*
 * No spelling of a request may run an auth procedure, or several procedures, for less than they cost. The whole app
 * dispatches here; its procedures record that they ran.
 */

const t = initTRPC.context<Context>().meta<Meta>().create();
const AUTH = ['auth.login', 'auth.callback', 'bots.gateway'];

let ran: string[] = [];
let charged: Cost = { global: 0, auth: 0 };

function operation(name: string, method: 'GET' | 'POST', path: `/api/${string}`) {
  const limiter = AUTH.includes(name) ? { limiter: 'auth' as const } : {};
  const base = t.procedure
    .meta(rest(method, path, { tag: 'auth', summary: name, ...limiter }))
    .input(z.object(path.includes('{provider}') ? { provider: z.string().optional() } : {}).optional())
    .output(z.null());
  const record = () => {
    ran.push(name);
    return null;
  };
  return method === 'GET' ? base.query(record) : base.mutation(record);
}

const appRouter = t.router({
  auth: t.router({
    login: operation('auth.login', 'POST', '/api/auth/login'),
    callback: operation('auth.callback', 'GET', '/api/auth/callback/{provider}'),
    sessions: operation('auth.sessions', 'GET', '/api/auth/sessions'),
  }),
  bots: t.router({ gateway: operation('bots.gateway', 'GET', '/api/bot-gateway') }),
});
const table = createOperationTable(collectOperations(appRouter, []));
const operations = authOperations(appRouter, table);

let app: SampleApp;
beforeAll(async () => {
  app = await startSampleApp({
    appRouter,
    table,
    nativeUploads: {},
    rateLimit: (req: IncomingMessage, _res, next) => {
      charged = costOf(req, operations);
      next();
    },
  });
});
afterAll(() => app.close());

type Request = readonly [method: string, path: string];

async function dispatched([method, path]: Request, headers: Record<string, string> = {}): Promise<string[]> {
  ran = [];
  charged = { global: 0, auth: 0 };
  const json = { headers: { 'Content-Type': 'application/json', ...headers }, body: '{}' };
  await send(app.url, { method, path, headers, ...(method === 'POST' ? json : {}) });
  return ran;
}

const authOf = (names: readonly string[]) => names.filter((name) => AUTH.includes(name)).length;

it.each<[string, string, string[]]>([
  ['POST', '/api/auth/login', ['auth.login']],
  ['POST', '/API/Auth/Login/', ['auth.login']],
  ['POST', '/api/x/../auth/login', ['auth.login']],
  ['POST', '/api/%2e/auth/x\\..\\login', ['auth.login']],
  ['POST', 'http://h/api/auth/login', ['auth.login']],
  ['GET', '/api/auth/callback/go%6Fgle', ['auth.callback']],
  ['GET', '/api/bot-gateway', ['bots.gateway']],
  ['HEAD', '/api/bot-gateway', ['bots.gateway']],
  ['GET', '/trpc/bots.gateway', ['bots.gateway']],
  ['POST', '/TRPC/auth.login', ['auth.login']],
  ['POST', '/trpc/x/auth%2Elogin%2Cauth.login?b%61tch=1', ['auth.login', 'auth.login']],
  ['POST', '/api/auth/log%69n', []],
  ['POST', '/%61pi/auth/login', []],
  ['POST', '/api/auth/login//', []],
])('%s %s runs %j and is charged for that', async (method, path, expected) => {
  expect(await dispatched([method, path])).toEqual(expected);
  const global = path.startsWith('/%61') ? 0 : Math.max(1, expected.length);
  expect(charged).toMatchObject({ global, auth: authOf(expected) });
});

it('does not let a header choose another method', async () => {
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
    expect(await dispatched(['GET', '/api/auth/login?_method=POST'], { [name]: 'POST' })).toEqual([]);
    expect(await dispatched(['POST', '/api/bot-gateway?_method=GET'], { [name]: 'GET' })).toEqual([]);
  }
});

const known = fc.constantFrom<Request>(
  ['POST', '/api/auth/login'],
  ['GET', '/api/auth/callback/google'],
  ['GET', '/api/bot-gateway'],
  ['HEAD', '/api/bot-gateway'],
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

it('runs no auth procedure for less than an auth token, however the request is spelled', async () => {
  const spellings = fc.array(fc.tuple(respelling, fc.nat(20)), { maxLength: 3 });
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(known, spellings, async ([method, target], changes) => {
      const path = changes.reduce((spelled, [respell, at]) => respell(spelled, at), target);
      const names = await dispatched([method, path]);
      reached += names.length;
      expect(charged.global).toBeGreaterThanOrEqual(names.length);
      expect(charged.auth).toBeGreaterThanOrEqual(authOf(names));
    }),
    { numRuns: 1_500 },
  );
  expect(reached).toBeGreaterThan(200);
});
