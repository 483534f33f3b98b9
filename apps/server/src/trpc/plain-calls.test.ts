import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleApp, startSampleApp, TOKEN } from '../testing/sample-app.js';
import { type Sent, send } from '../testing/send.js';

/*
 * The fast path answers plain native calls without tRPC's adapter. Each test sends the same request once as it is and once
 * with empty connection parameters, which only the adapter handles, and compares the answers.
 */

let app: SampleApp;
beforeAll(async () => {
  app = await startSampleApp();
});
afterAll(() => app.close());

const signedIn = { Authorization: `Bearer ${TOKEN}` };
const get = (path: string, input?: unknown, query = ''): Sent => ({
  path: `/trpc/${path}?${query}${input === undefined ? '' : `&input=${encodeURIComponent(JSON.stringify(input))}`}`,
  headers: signedIn,
});
const post = (path: string, body?: string, more: Record<string, string> = {}): Sent => ({
  method: 'POST',
  path: `/trpc/${path}`,
  headers: { ...signedIn, 'Content-Type': 'application/json', ...more },
  ...(body === undefined ? {} : { body }),
});
const thing = (name: string) => JSON.stringify({ serverId: 's1', name });

test.each<[string, Sent]>([
  ['a query', get('things.get', { thingId: 't1' })],
  ['a query without input', get('auth.nothing')],
  ['a query with an empty input', { path: '/trpc/auth.nothing?input=', headers: signedIn }],
  ['a mutation', post('things.create', thing('abc'))],
  ['a mutation with reply headers', post('things.create', thing('abc'), { 'Idempotency-Key': 'k' })],
  ['a mutation without a body', post('auth.logout')],
  ['a mutation with null', post('auth.optional', 'null')],
  ['a mutation with unknown fields', post('auth.optional', '{"reason":"r","__proto__":{"x":1},"y":2}')],
  ['an error of ours', post('things.create', thing('taken'))],
  ['an invalid input', post('things.create', thing('a'))],
  ['an input of the wrong kind', post('things.create', '[1,2]')],
  ['a call without a token', { ...get('things.mine'), headers: {} }],
  ['a server error', get('faults.thrown')],
  ['an output that is wrong', get('faults.output')],
  ['an error that is transient', post('auth.login', '{"username":"a","password":"busy"}')],
  ['a procedure that is not there', get('things.nope')],
  ['a name of Object', get('constructor')],
  ['a router', get('things')],
  ['a query by POST', post('things.get', '{"thingId":"t1"}')],
  ['a mutation by GET', get('things.create', { serverId: 's1', name: 'abc' })],
  ['HEAD', { ...get('things.mine'), method: 'HEAD' }],
  ['malformed JSON', post('things.create', '{"serverId":')],
  ['a query with malformed JSON', { path: '/trpc/things.get?input=%7B', headers: signedIn }],
  ['an escaped path', get('things%2Eget', { thingId: 't1' })],
  ['a batch of queries', get('things.get,things.mine', { 0: { thingId: 't1' } }, 'batch=1')],
  ['a batch of one', post('things.create?batch=1', `{"0":${thing('abc')}}`)],
  ['a batch that fails in part', get('things.get,faults.thrown', { 0: { thingId: 't1' } }, 'batch=1')],
  [
    'a batch that fails in two ways',
    get('things.get,faults.thrown', { 0: { thingId: 'missing' } }, 'batch=1'),
  ],
  ['a batch that fails as one', get('faults.thrown,faults.output', {}, 'batch=1')],
  ['a batch of mutations', post('auth.logout,auth.optional?batch=1', '{"1":{"reason":"r"}}')],
  ['a batch without inputs', post('auth.logout,auth.optional?batch=1')],
  ['a batch whose inputs are a list', post('auth.logout,auth.optional?batch=1', '[1]')],
  ['a batch that mixes', get('things.mine,auth.logout', {}, 'batch=1')],
  ['a batch with a gap', get('things.mine,,things.mine', {}, 'batch=1')],
  ['a comma without a batch', get('things.mine,things.mine')],
  ['too large a batch', get(Array.from({ length: 61 }, () => 'things.mine').join(','), {}, 'batch=1')],
  ['batch=2', get('things.mine', {}, 'batch=2')],
])("%s is answered as by tRPC's adapter", async (_name, sent) => {
  const separator = sent.path.includes('?') ? '&' : '?';
  const adapted = await send(app.url, { ...sent, path: `${sent.path}${separator}connectionParams={}` });
  const plain = await send(app.url, sent);
  expect(comparable(plain)).toEqual(comparable(adapted));
});

test('plain calls take the fast path: the adapter would answer in chunks', async () => {
  const plain = [get('things.mine'), post('things.create?batch=1', `{"0":${thing('abc')}}`)];
  const answers = await Promise.all(plain.map((sent) => send(app.url, sent)));
  const adapted = await send(app.url, get('things.mine', undefined, 'connectionParams={}'));
  expect(answers.map(({ headers }) => headers['content-length'])).not.toContain(undefined);
  expect(adapted.headers['content-length']).toBeUndefined();
});

/** An answer without the headers that differ each time or describe the transfer. */
function comparable({ status, headers, json, text }: Awaited<ReturnType<typeof send>>) {
  const compared = { ...headers };
  for (const name of ['date', 'x-request-id', 'content-length', 'transfer-encoding']) delete compared[name];
  return { status, headers: compared, body: json ?? text };
}
