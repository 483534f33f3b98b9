import { anyText } from '@palaver/elements/testing/any-text.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decoded, inviteCodeIn, inviteOf, pathOfThisSite, queryFor } from './return-path.js';

const SITE = 'https://chat.example';
/** Paths of what is special in an address. */
const piece = fc.constantFrom(...'/\\\t\n\r \0.:@%?#[a'.split(''), 'evil.example', '%2f', '..');
const pieces = fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
/** Where a browser goes for a path. */
const goesTo = (path: string) => new URL(path, `${SITE}/login?to=x`);

describe('a path of this site', () => {
  test.each([
    '/',
    '/inbox',
    '/servers/1/channels/2?message=3',
    '/invites/abc',
    '/a//b',
    '/?next=//evil.example',
    '/#//evil.example',
    '/:80',
    '/@evil.example',
    '/%2F%2Fevil.example',
    '/%09/evil.example',
    '/ /evil.example',
    '/javascript:alert(1)',
  ])('stays as it is: %j', (path) => {
    expect(pathOfThisSite(path)).toBe(path);
    expect(goesTo(path).origin).toBe(SITE);
  });

  test.each([
    null,
    '',
    'inbox',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/\t\n\r\\evil.example',
    '\t//evil.example',
    ' //evil.example',
    ' /inbox',
    '\u0000//evil.example',
    'https://evil.example',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'blob:x',
    '?to=//evil.example',
    '#',
    './/evil.example',
    '//[',
    '/\t/[',
  ])('is the front for anything else: %j', (path) => expect(pathOfThisSite(path)).toBe('/'));

  test('is of this site for whatever an address has', () => {
    const path = fc.oneof(pieces, anyText);
    const isOfThisSite = (to: string) => to.startsWith('/') && goesTo(to).origin === SITE;
    fc.assert(
      fc.property(path, (given) => isOfThisSite(pathOfThisSite(given))),
      { numRuns: 500 },
    );
  });
});

test('what an address takes along comes back as it was', () => {
  fc.assert(
    fc.property(pieces, (path) => {
      const given = pathOfThisSite(path);
      const taken = new URL(`/login${queryFor(given)}`, SITE).searchParams.get('to');
      return pathOfThisSite(taken) === given;
    }),
  );
});

describe('the invite of a path', () => {
  test.each([
    ['/invites/abc', 'abc'],
    ['/invites/a-b_c', 'a-b_c'],
    ['/invites/a%20b', 'a b'],
    ['/invites/a%2Fb', 'a/b'],
    // Anybody can type an address.
    ['/invites/%', '%'],
    ['/invites/%E0%A4%A', '%E0%A4%A'],
    ['/invites/', null],
    ['/invites', null],
    ['/invites/abc/x', null],
    ['/invites/abc?x=1', null],
    ['/x/invites/abc', null],
    ['/', null],
  ])('%j is %j', (path, code) => expect(inviteOf(path)).toBe(code));

  test('is the code that it was made of', () => {
    const code = fc.string({ minLength: 1 }).filter((text) => !/^\.{1,2}$/.test(text));
    fc.assert(fc.property(code, (text) => inviteOf(`/invites/${encodeURIComponent(text)}`) === text));
  });
});

describe('the code that somebody has typed', () => {
  test.each([
    ['abc', 'abc'],
    ['  abc\n', 'abc'],
    ['https://chat.example/invites/abc', 'abc'],
    ['https://chat.example/invites/abc/', 'abc'],
    ['https://chat.example/invites/abc?utm=1', 'abc'],
    ['https://chat.example/invites/abc#x', 'abc'],
    ['https://chat.example/invites/abc/?utm=a/b', 'abc'],
    ['/invites/abc', 'abc'],
    ['', ''],
    ['///', ''],
  ])('%j is %j', (typed, code) => expect(inviteCodeIn(typed)).toBe(code));
});

test.each([
  ['a%20b', 'a b'],
  ['%41', 'A'],
  ['%', '%'],
  ['%zz', '%zz'],
  ['%c3%28', '%c3%28'],
])('%j is decoded to %j', (part, text) => expect(decoded(part)).toBe(text));
