import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { type SampleApp, startSampleApp } from '../testing/sample-app.js';
import { send } from '../testing/send.js';
import { queryReader } from './from-query.js';

let app: SampleApp;
beforeAll(async () => {
  app = await startSampleApp();
});
afterAll(() => app.close());

const list = (query: string) => send(app.url, { path: `/api/things?${query}` });

describe('accepted query strings', () => {
  test.each<[string, object]>([
    ['', { limit: 50, tags: [] }],
    ['limit=7', { limit: 7 }],
    ['limit=007', { limit: 7 }],
    ['limit=1000', { limit: 100 }],
    ['limit=99999999999999999999', { limit: 100 }],
    [`limit=${'9'.repeat(400)}`, { limit: 100 }],
    ['limit=%37', { limit: 7 }],
    ['ratio=-1.5', { ratio: -1.5 }],
    ['archived=true', { archived: true }],
    ['archived=false', { archived: false }],
    ['before=5', { before: '5' }],
    ['before=a%20b+c', { before: 'a b c' }],
    ['tags=a', { tags: ['a'] }],
    ['tags=a&tags=&tags=b', { tags: ['a', '', 'b'] }],
    ['sizes=1&sizes=-2', { sizes: [1, -2] }],
    ['level=all', { level: 'all' }],
    ['unknown=1&limit[x]=3&__proto__=x&constructor=y&toString=z', { limit: 50 }],
    ['thingId=x', { limit: 50 }],
  ])('%s', async (query, data) => {
    expect(await list(query)).toMatchObject({ status: 200, json: { data } });
  });
});

describe('refused query strings, with an issue', () => {
  test.each([
    ['limit=', 'limit'],
    ['limit', 'limit'],
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    [`limit=-${'9'.repeat(400)}`, 'limit'],
    ['limit=5.0', 'limit'],
    ['limit=1e3', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=%205', 'limit'],
    ['limit=5+', 'limit'],
    ['limit=%2B5', 'limit'],
    ['limit=NaN', 'limit'],
    ['limit=null', 'limit'],
    ['limit=%D9%A5', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['ratio=1e3', 'ratio'],
    ['ratio=.5', 'ratio'],
    ['ratio=Infinity', 'ratio'],
    ['archived=1', 'archived'],
    ['archived=TRUE', 'archived'],
    ['archived=', 'archived'],
    ['archived=true&archived=true', 'archived'],
    ['before=', 'before'],
    ['before=a&before=b', 'before'],
    ['sizes=1&sizes=x', 'sizes.1'],
    ['level=some', 'level'],
  ])('%s', async (query, path) => {
    const { status, json } = await list(query);
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { code: 'INVALID_INPUT', issues: [{ path }] },
    });
  });
});

test.each([
  ['1000000000000000000000000000000', 1e30],
  ['9'.repeat(400), Number.MAX_VALUE],
  [`-${'9'.repeat(400)}`, -Number.MAX_VALUE],
])('the whole number %s is read as a finite number', (text, value) => {
  expect(queryReader(z.number().multipleOf(1))([text])).toBe(value);
});

test.each([
  ['480', 480],
  ['0480', '0480'],
  ['481', '481'],
])('one of some numbers is read from its digits alone: %s', (text, value) => {
  expect(queryReader(z.literal([480, 960]))([text])).toBe(value);
});

describe('the shared schemas', () => {
  it('do not begin to coerce in the native API after REST requests', async () => {
    await list('limit=5&ratio=1&archived=true');
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer plv_good' };
    const patch = (body: object) =>
      send(app.url, { method: 'PATCH', path: '/api/things/t1', headers, body: JSON.stringify(body) });
    expect(await patch({ size: 3, nested: { flag: true } })).toMatchObject({ status: 200 });
    expect(await patch({ size: '3' })).toMatchObject({ status: 400, json: { issues: [{ path: 'size' }] } });
    expect(await patch({ nested: { flag: 'no' } })).toMatchObject({
      status: 400,
      json: { issues: [{ path: 'nested.flag' }] },
    });

    const native = (input: object) =>
      send(app.url, { path: `/trpc/things.list?input=${encodeURIComponent(JSON.stringify(input))}` });
    expect(await native({ limit: '5' })).toMatchObject({ status: 400 });
    expect(await native({ archived: 'true' })).toMatchObject({ status: 400 });
    expect(await native({ limit: 5 })).toMatchObject({ status: 200 });
  });

  it('must not coerce', () => {
    expect(() => queryReader(z.coerce.number())).toThrow(/coerc/i);
    expect(() => queryReader(z.array(z.coerce.boolean()))).toThrow(/coerc/i);
  });
});
