import { DEFAULT_LIMITS } from '@palaver/core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { oas31 } from 'zod-openapi';
import { createOperations } from '../operations.js';
import { sampleExtras } from '../testing/sample-app.js';
import { sampleRouter } from '../testing/sample-router.js';
import { assertConforms, type Exchange } from './conformance.js';

let document: oas31.OpenAPIObject;
beforeAll(async () => {
  document = await createOperations(sampleRouter, sampleExtras, () => ({
    publicUrl: 'https://palaver.test',
    version: '1',
    limits: DEFAULT_LIMITS,
  })).document();
});

const json = { 'content-type': 'application/json' };
const created: Exchange = {
  method: 'POST',
  path: '/api/servers/s1/things',
  status: 201,
  headers: json,
  body: { data: { id: 'a', name: 'b', note: null } },
};
const missing: Exchange = {
  method: 'GET',
  path: '/api/things/t1',
  status: 404,
  headers: json,
  body: { error: 'There is no such server, or you are not in it.', code: 'SERVER_NOT_FOUND' },
};
const limited = {
  ...missing,
  status: 429,
  headers: { ...json, 'retry-after': '1' },
  body: { error: 'rate limit exceeded' },
};
const signInFirst: Exchange = {
  ...missing,
  status: 401,
  headers: { ...json, 'www-authenticate': 'Bearer' },
  body: { error: 'Sign in.', code: 'UNAUTHENTICATED' },
};
const wrongMethod: Exchange = {
  method: 'PUT',
  path: '/api/things',
  status: 405,
  headers: { ...json, allow: 'GET' },
  body: { error: 'x', code: 'METHOD_NOT_ALLOWED' },
};

describe('what conforms', () => {
  test.each<[string, Exchange]>([
    ['a success', created],
    ['headers of fetch', { ...created, headers: new Headers(json) }],
    ['a charset', { ...created, headers: { 'content-type': 'application/json; charset=utf-8' } }],
    ['a replay', { ...created, headers: { ...json, 'Idempotent-Replayed': 'true' } }],
    ['an error', missing],
    ['429', limited],
    ['401', signInFirst],
    [
      'invalid input',
      {
        ...created,
        status: 400,
        body: { error: 'x', code: 'INVALID_INPUT', issues: [{ path: 'a', message: 'b' }] },
      },
    ],
    ['a case variant with a slash and a query', { ...missing, path: '/API/Things/t1/?x=1' }],
    [
      'a literal beside a parameter',
      { ...missing, path: '/api/things/mine', status: 200, body: { data: { mine: true } } },
    ],
    ['HEAD', { ...missing, method: 'HEAD', body: '' }],
    ['OPTIONS', { method: 'OPTIONS', path: '/api/things', status: 204, headers: { allow: 'GET' } }],
    ['an unknown path', { ...missing, path: '/nope', body: { error: 'x', code: 'ROUTE_NOT_FOUND' } }],
    ['a wrong method', wrongMethod],
    [
      'any media type where any is documented',
      {
        method: 'GET',
        path: '/api/attachments/a',
        status: 200,
        headers: { 'content-type': 'image/png' },
        body: 'x',
      },
    ],
  ])('%s', (_name, exchange) => {
    expect(() => assertConforms(document, exchange)).not.toThrow();
  });
});

describe('what does not conform', () => {
  test.each<[string, Exchange, RegExp]>([
    ['an unknown path', { ...created, path: '/nope' }, /no such path/],
    ['an unknown operation', { ...created, method: 'PUT' }, /no such operation/],
    ['an unknown status', { ...created, status: 200 }, /no such status/],
    [
      'an undeclared property',
      { ...created, body: { data: { id: 'a', name: 'b', note: null, secret: 1 } } },
      /additional.*secret/,
    ],
    [
      'an undeclared property beside data',
      { ...created, body: { data: { id: 'a', name: 'b', note: null }, next: 1 } },
      /additional.*next/,
    ],
    ['a missing property', { ...created, body: { data: { id: 'a', name: 'b' } } }, /note/],
    [
      'another type',
      { ...created, body: { data: { id: 1, name: 'b', note: null } } },
      /data\/id must be string/,
    ],
    [
      'another media type',
      { ...created, headers: { 'content-type': 'text/html' } },
      /no media type text\/html/,
    ],
    ['no body', { ...created, body: undefined }, /must be object/],
    [
      'a header that is not as documented',
      { ...created, headers: { ...json, 'idempotent-replayed': 'yes' } },
      /Idempotent-Replayed/,
    ],
    ['a code of another operation', { ...missing, body: { error: 'x', code: 'BOT_NOT_FOUND' } }, /allowed/],
    ['a code of no registry', { ...missing, body: { error: 'x', code: 'OOPS' } }, /allowed/],
    [
      'an error with a stack',
      { ...missing, body: { error: 'x', code: 'SERVER_NOT_FOUND', stack: 'at' } },
      /stack/,
    ],
    ['an error in the shape of tRPC', { ...missing, body: { message: 'x', code: 'NOT_FOUND' } }, /error/],
    ['429 without Retry-After', { ...limited, headers: json }, /Retry-After is missing/],
    ['429 with another wait', { ...limited, headers: { ...json, 'retry-after': '2' } }, /Retry-After/],
    ['429 with a code', { ...limited, body: { error: 'rate limit exceeded', code: 'X' } }, /code/],
    ['401 without WWW-Authenticate', { ...signInFirst, headers: json }, /WWW-Authenticate is missing/],
    ['405 without Allow', { ...wrongMethod, headers: json }, /Allow/],
    ['a body of HEAD', { ...missing, method: 'HEAD' }, /HEAD/],
  ])('%s', (_name, exchange, message) => {
    expect(() => assertConforms(document, exchange)).toThrow(message);
  });
});
