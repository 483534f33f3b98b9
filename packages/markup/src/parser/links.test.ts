import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUsable, otherHost } from './links.js';

const SITE = 'https://chat.example';
const PROTOCOLS = ['http:', 'https:', 'mailto:'];

describe('an address that may be a link', () => {
  test.each([
    'http://example.org',
    'https://example.org/a?b#c',
    'HTTPS://EXAMPLE.ORG',
    'hTTp://example.org',
    'mailto:ada@example.org',
    'MailTo:ada@example.org',
  ])('%j', (address) => expect(isUsable(address)).toBe(true));
});

describe('an address that may be none', () => {
  test.each([
    '',
    ' ',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0000javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHN2Zz4=',
    'blob:https://chat.example/1',
    'file:///etc/passwd',
    'ftp://example.org',
    'ws://example.org',
    'tel:+123',
    'view-source:https://example.org',
    'intent://example.org',
    'about:blank',
    'chrome://settings',
    '//evil.example',
    '/\\evil.example',
    '/path',
    'path',
    '#hash',
    '?query',
    'http',
    'https',
    'httpx://example.org',
    'xhttp://example.org',
    'mailtox:ada@example.org',
    'not:http://example.org',
    '\nhttps://example.org',
  ])('%j', (address) => expect(isUsable(address)).toBe(false));
});

test('whatever may be a link, a browser reads as one to the web or to a mailbox', () => {
  const start = fc.constantFrom('', ' ', '\t', '\0');
  const scheme = fc.constantFrom('http:', 'https:', 'mailto:', 'javascript:', 'data:', 'HTTP:', 'ht\ttp:');
  const address = fc.tuple(start, scheme, fc.string({ unit: 'binary' })).map((parts) => parts.join(''));
  const isRead = (text: string) =>
    !URL.canParse(text, SITE) || PROTOCOLS.includes(new URL(text, SITE).protocol);
  fc.assert(
    fc.property(fc.oneof(address, fc.string()), (text) => !isUsable(text) || isRead(text)),
    { numRuns: 500 },
  );
});

describe('a text that names another host than its link', () => {
  test.each([
    'https://bank.example',
    'bank.example/login',
    'Bank.Example',
    'Log in at https://bank.example now',
    'see www.bank.example',
    'your bank.com account',
    'bank\u200b.com',
    'ｂａｎｋ．ｃｏｍ',
    'bank。com',
    'bank.com\u2044login',
    'bank.com.evil.example.bank.com',
    'bank.com evil.example',
    'ceo@bank.com',
    '\u202enigol/moc.knab',
    'раypal.com',
  ])('%j', (text) =>
    expect(otherHost(text, 'https://evil.example:8080/x?bank.com')).toBe('evil.example:8080'),
  );

  test.each([
    '',
    'the build',
    'evil.example',
    'https://www.evil.example/y?z=bank',
    'EVIL.example:9',
    'at evil.example',
    'Node.js docs',
    'e.g. this',
    'v1.2 release',
    'that. Then',
    '你好。世界',
    'me@evil.example',
    '...',
  ])('is not %j', (text) => expect(otherHost(text, 'https://evil.example/x')).toBeNull());

  test('also where it is a mailbox', () => {
    expect(otherHost('ceo@bank.com', 'mailto:eve@evil.example?subject=a@bank.com')).toBe('evil.example');
    expect(otherHost('eve@evil.example', 'mailto:eve@evil.example')).toBeNull();
  });
});
