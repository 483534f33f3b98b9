import { describe, expect, test } from 'vitest';
import { isAllowedRedirect, readRedirectRule } from './redirects.js';

const RULES = [
  'https://app.example',
  'https://other.example/chat',
  'http://localhost:5173/',
  'com.example.app:/signed-in',
].map((text) => readRedirectRule(text) ?? expect.unreachable(text));

describe('redirects that are allowed', () => {
  test.each([
    'https://app.example',
    'https://app.example/',
    'https://app.example/signed-in?next=%2Froom',
    'https://other.example/chat',
    'https://other.example/chat/in',
    'https://other.example/chat?theme=dark',
    'http://localhost:5173/callback',
    'com.example.app:/signed-in',
    'com.example.app:/signed-in?theme=dark',
  ])('%s', (text) => expect(isAllowedRedirect(RULES, text)).toBe(true));
});

describe('redirects that are refused', () => {
  test.each([
    // Another origin.
    'https://app.example.evil.example/',
    'https://evil.example/https://app.example',
    'https://app.example:8443/',
    'http://app.example/',
    'https://evil.example?https://app.example/',
    '//app.example/',
    '/signed-in',
    '',
    // The origin stands where the user name does.
    'https://app.example@evil.example/',
    'https://user@app.example/',
    'https://user:password@app.example/',
    'https://@app.example/',
    // What parsers read in different ways.
    'https:/app.example/',
    'https:app.example',
    'https:\\\\app.example/',
    'https://evil.example\\@app.example/',
    'https://app.example\\.evil.example/',
    'https://app.example/\\evil.example',
    ' https://app.example/',
    'https://app.example/ ',
    'https://app.ex\tample/',
    'https://app.example/\n',
    'https://app.example/%5C%5Cevil.example',
    'https://APP.example/',
    'https://app.example%2f@evil.example/',
    'https://app.example%00.evil.example/',
    // Outside of the path.
    'https://other.example/',
    'https://other.example/chatter',
    'https://other.example/chat/../admin',
    'https://other.example/chat/%2e%2e/admin',
    'https://other.example/chat/..%2fadmin',
    'https://other.example/Chat',
    // Another scheme.
    'javascript:alert(1)//https://app.example/',
    'data:text/html,https://app.example/',
    'blob:https://app.example/1',
    'file:///app.example/',
    'ftp://app.example/',
    'com.example.app2:/signed-in',
    'com.example.app:/signed-in-elsewhere',
    // A fragment would take the code out of the server's sight.
    'https://app.example/#',
    'https://app.example/#/signed-in',
  ])('%s', (text) => expect(isAllowedRedirect(RULES, text)).toBe(false));
});

test.each([
  'javascript:alert(1)',
  'myapp:/x',
  'https://app.example/?a=1',
  'https://a@b.example/',
  'app.example',
  '*',
])('the list takes no %s', (text) => expect(readRedirectRule(text)).toBeNull());
