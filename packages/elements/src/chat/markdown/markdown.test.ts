import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { htmlOf } from '../../testing/shown.js';
import { Markdown } from './markdown.js';

const shown = (text: string) => htmlOf(createElement(Markdown, { text }));

/** The targets of all links, as a browser reads them. */
function targetsOf(text: string): string[] {
  return [...shown(text).matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => unescaped(href));
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

describe('a link that somebody wrote leads to', () => {
  test.each([
    ['[a](https://example.org/)', 'https://example.org/'],
    ['[a](HTTPS://example.org/)', 'HTTPS://example.org/'],
    ['[a](http://example.org/?q=1&r=2)', 'http://example.org/?q=1&r=2'],
    ['[a](mailto:ada@example.org)', 'mailto:ada@example.org'],
    ['[a](<https://example.org/a>)', 'https://example.org/a'],
    ['[a]: https://example.org/\n\n[a]', 'https://example.org/'],
    ['<https://example.org/>', 'https://example.org/'],
    ['https://example.org/', 'https://example.org/'],
    ['![a](https://example.org/a.png)', 'https://example.org/a.png'],
  ])('%j', (text, target) => expect(targetsOf(text)).toEqual([target]));
});

const SCRIPTS = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'jAvAsCrIpT:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;&#x61;vascript:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  '&#1;javascript:alert(1)',
  '%6aavascript:alert(1)',
  '\\javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<b>x</b>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'file:///etc/passwd',
  'ftp://example.org/',
  'tel:+123',
  '//evil.example/',
  '/path',
  'path.html',
  '#hash',
  '?query',
];

describe('no link is made of', () => {
  const forms = [
    (target: string) => `[a](${target})`,
    (target: string) => `[a](<${target}>)`,
    (target: string) => `[a](  ${target} "title")`,
    (target: string) => `[a]: ${target}\n\n[a]`,
    (target: string) => `![a](${target})`,
    (target: string) => `<${target}>`,
    (target: string) => `[![a](${target})](${target})`,
    (target: string) => `| a |\n| - |\n| [a](${target}) |`,
    (target: string) => `> - [a](${target})`,
  ];
  test.each(SCRIPTS)('%j', (target) => {
    for (const form of forms)
      expect({ form: form(target), targets: targetsOf(form(target)) }).toMatchObject({ targets: [] });
  });

  test('a scheme that a tab, a line break or another control character parts', () => {
    for (const control of ['\t', '\n', '\r', '\u0000', '\u0001', '\u000b', '\u00a0', '\u200b']) {
      const text = `[a](java${control}script:alert(1)) [b](<java${control}script:alert(1)>) <java${control}script:x>`;
      expect(targetsOf(text)).toEqual([]);
    }
  });
});

test('every link opens elsewhere, and tells nobody where it was', () => {
  const links =
    shown('[a](https://a.example) <https://b.example> https://c.example').match(/<a [^>]*>/g) ?? [];
  expect(links).toHaveLength(3);
  for (const link of links) {
    expect(link).toMatch(/ target="_blank"/);
    expect(link).toMatch(/ rel="[^"]*\bnoopener\b/);
    expect(link).toMatch(/ rel="[^"]*\bnoreferrer\b/);
  }
});

describe('HTML is shown as it was typed:', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    'a <b onclick="x">b</b> c',
    '<a href="javascript:alert(1)">a</a>',
    '<!-- a -->',
    '<iframe src="https://example.org"></iframe>',
    '**<u>a</u>**',
    '> <script>a</script>',
    '`<script>`',
    '```\n<script>\n```',
    '[<img src=x>](https://example.org)',
    '![<img src=x>](https://example.org)',
    '[a](https://example.org "<script>")',
    '| <script> |\n| - |\n| <script> |',
  ])('%j', (text) => {
    expect(shown(text)).not.toMatch(/<(script|img|svg|b|a href="javascript|iframe|u|!--)[\s>/]/i);
    const words = /<(\w+)/.exec(text.replace(/ "<script>"/, ''))?.[1];
    if (words !== undefined) expect(shown(text)).toContain(`&lt;${words}`);
  });
});

describe('a few emoji and nothing else are shown large:', () => {
  const isLarge = (text: string) => shown(text).includes('data-emoji="true"');
  test.each(['👍', ':tada:', '❤️', '👍🏽', '👩‍👩‍👧', '🇩🇪', '🎉🎉🎉', '👍 👍\n👍', '🎉'.repeat(6), '👩🏽‍🚀'])(
    '%j',
    (text) => expect(isLarge(text)).toBe(true),
  );
  test.each(['', 'a', '👍 a', 'a 👍', '🎉'.repeat(7), '1', '#', '1️⃣ 2', '👍'.repeat(50)])('not %j', (text) =>
    expect(isLarge(text)).toBe(false),
  );
});
