import { describe, expect, test } from 'vitest';
import { digestLetter } from '../digests/digest-letter.js';
import { SECURITY_EVENTS } from '../protocol/records/security-event.js';
import { escapeHtml } from './escape-html.js';
import {
  addressInUseLetter,
  type Letter,
  resetLetter,
  secretsExposedLetter,
  securityLetter,
  verificationLetter,
  webhookDisabledLetter,
} from './letters.js';

/** Gives a letter its values, each by a name. */
type Value = (name: string) => string;

/** Every letter that the service writes. */
const LETTERS: Readonly<Record<string, (value: Value) => Letter>> = {
  verification: (value) => verificationLetter(value('username'), value('url')),
  reset: (value) => resetLetter(value('username'), value('url')),
  'address in use': (value) => addressInUseLetter(value('username'), value('url')),
  security: (value) =>
    securityLetter(value('username'), SECURITY_EVENTS['session.created'], {
      at: new Date(0),
      device: value('device'),
      network: value('network'),
    }),
  'webhook disabled': (value) =>
    webhookDisabledLetter(value('username'), { host: value('host'), reason: 'gone' }),
  'secrets exposed': (value) => secretsExposedLetter(value('username'), { serverName: value('serverName') }),
  digest: (value) =>
    digestLetter({
      username: value('username'),
      items: [
        {
          author: value('author'),
          channelName: value('channelName'),
          serverName: value('serverName'),
          text: value('text'),
          channelId: value('channelId'),
          messageId: value('messageId'),
        },
      ],
      pagesUrl: value('pagesUrl'),
      unsubscribeUrl: value('unsubscribeUrl'),
    }),
};

const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;`;
const plain = (name: string) => `plain-${name}`;

/** What begins and ends tags and attributes, in order. */
const signsOf = (html: string) => html.replace(/[^<>"']/g, '');

const values = Object.entries(LETTERS).flatMap(([letter, write]) => {
  const names: string[] = [];
  write((name) => {
    names.push(name);
    return name;
  });
  return names.map((name) => [letter, name, write] as const);
});

describe('no value of a letter is more than a text', () => {
  test.each(values)('%s: %s', (_letter, wanted, write) => {
    const [harmless, attacked] = [write(plain), write((name) => (name === wanted ? HOSTILE : plain(name)))];
    expect(harmless.html).toContain(plain(wanted));
    expect(signsOf(attacked.html)).toBe(signsOf(harmless.html));
    expect(attacked.html).not.toContain('<script');
    // The subject is the same for everybody.
    expect(attacked.subject).toBe(harmless.subject);
  });
});

/** Addresses of the service itself, and what a message says: links are wanted there. */
const LINKS = new Set([
  'url',
  'pagesUrl',
  'unsubscribeUrl',
  'channelId',
  'messageId',
  'text',
  'device',
  'network',
]);
const HOSTS = ['www.evil.example', 'https://evil.example', 'a@evil.example', 'evil.example/path'];

describe('a mail program makes no link of a name that somebody has chosen', () => {
  test.each(values.filter(([, name]) => !LINKS.has(name)))('%s: %s', (_letter, wanted, write) => {
    for (const host of HOSTS) {
      const { text, html, subject } = write((name) => (name === wanted ? host : plain(name)));
      for (const shown of [text, html, subject]) expect(shown).not.toContain(host);
      expect(text.replaceAll('\u200b', '')).toContain(host);
    }
  });
});

test.each([
  ['', ''],
  ['a', 'a'],
  [`<a href="x">'&'</a>`, '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;'],
  ['&amp;', '&amp;amp;'],
  ['<<>>', '&lt;&lt;&gt;&gt;'],
])('%j stands in HTML as %j', (text, html) => expect(escapeHtml(text)).toBe(html));
