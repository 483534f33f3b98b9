import { type Meta, rest } from '@palaver/core';
import { initTRPC } from '@trpc/server';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { sampleExtras } from '../testing/sample-app.js';
import { sampleRouter } from '../testing/sample-router.js';
import {
  collectOperations,
  type ExtraOperation,
  type Operation,
  type ProcedureOperation,
} from './operation.js';
import { inputReader } from './operation-input.js';
import { createOperationTable } from './operation-table.js';
import { inputName } from './path-template.js';

const t = initTRPC.meta<Meta>().create();
const about = { tag: 'auth', summary: 'Test' } as const;

function procedure(path: `/api/${string}`, shape: Record<string, z.ZodType> = {}) {
  return t.procedure
    .meta(rest('GET', path, about))
    .input(z.object(shape))
    .output(z.null())
    .query(() => null);
}

const isProcedure = (operation: Operation): operation is ProcedureOperation => operation.kind === 'procedure';

const serve = (router: Parameters<typeof collectOperations>[0], extras: ExtraOperation[] = []) =>
  collectOperations(router, extras).filter(isProcedure).map(inputReader);

describe('a path that cannot be served is refused at start', () => {
  const id = { thingId: z.string() };
  test.each<[string, Parameters<typeof collectOperations>[0], RegExp]>([
    ['a dot in a path', t.router({ a: procedure('/api/a.b') }), /a: .*dot/],
    ['a regex character', t.router({ a: procedure('/api/a+b') }), /cannot be served/],
    [
      'part of a segment as a parameter',
      t.router({ a: procedure('/api/x{thingID}', id) }),
      /cannot be served/,
    ],
    ['a repeated parameter', t.router({ a: procedure('/api/{thingID}/{thingID}', id) }), /repeats/],
    [
      'two operations of one path',
      t.router({ a: procedure('/api/{thingID}', id), b: procedure('/api/{code}', { code: z.string() }) }),
      /b and a|a and b/,
    ],
    [
      'a path parameter without a field',
      t.router({ a: procedure('/api/{thingID}', { thingID: z.string() }) }),
      /no input field for \{thingID\}/,
    ],
    [
      'an input that is no object',
      t.router({
        a: t.procedure
          .meta(rest('GET', '/api/a', about))
          .input(z.string())
          .output(z.null())
          .query(() => null),
      }),
      /z\.object/,
    ],
  ])('%s', (_name, router, message) => {
    expect(() => serve(router)).toThrow(message);
  });

  it('refuses an Express operation without meta', () => {
    const extra = { name: 'unknown', handler: () => undefined, docs: null };
    expect(() => serve(t.router({}), [extra])).toThrow(/unknown has neither/);
  });
});

test('a path parameter fills the input field of the typed name', () => {
  expect(['serverID', 'channelID', 'code', 'emoji', 'provider', 'ID'].map(inputName)).toEqual([
    'serverId',
    'channelId',
    'code',
    'emoji',
    'provider',
    'Id',
  ]);
});

describe('the operation table', () => {
  const operations = collectOperations(sampleRouter, sampleExtras);
  const table = createOperationTable(operations);

  test.each([
    ['GET', '/api/things/mine', 'things.mine'],
    ['HEAD', '/api/things/mine', 'things.mine'],
    ['GET', '/api/Things/Mine/', 'things.mine'],
    ['GET', '/api/things/%6Dine', 'things.get'],
    ['GET', '/api/things/%', 'things.get'],
    ['POST', '/API/Auth/Login/', 'auth.login'],
    ['POST', '/api/auth/login//', undefined],
    ['GET', '/api/auth/login', undefined],
    ['POST', '/api/users/me/avatar', 'users.setAvatar'],
    ['GET', '/api/attachments/a/b', undefined],
    ['CONNECT', '', undefined],
  ])('%s %s → %s', (method, path, name) => {
    expect(table.match(method, path)?.operation.name).toBe(name);
  });

  it('answers as a list of regular expressions would, literals before parameters', () => {
    // "{" sorts after all letters.
    const routes = operations
      .map(({ name, method, template: { text } }) => ({
        name,
        method,
        text,
        pattern: new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
      }))
      .sort((a, b) => (a.text < b.text ? -1 : 1));
    const words = [
      'api',
      'auth',
      'Login',
      'things',
      'mine',
      'me',
      'servers',
      's1',
      '%2F',
      'a.b',
      '',
      'reactions',
    ];
    const paths = words.flatMap((a) =>
      words.flatMap((b) => [`/api/${a}/${b}`, ...words.map((c) => `/API/${a}/${b}/${c}`)]),
    );
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const expected = routes.find((route) => route.method === method && route.pattern.test(path))?.name;
        expect([method, path, table.match(method, path)?.operation.name]).toEqual([method, path, expected]);
      }
    }
  });
});
