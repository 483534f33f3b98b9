import { describe, expect, test } from 'vitest';
import { type Page, type PageForm, pageOf } from './page.js';

/** All that a page can show, each text told from the others. */
const form: Required<PageForm> = {
  action: 'an action',
  token: 'a token',
  button: 'a button',
  asksForPassword: true,
};
const page: Required<Page> = { title: 'a title', text: 'a text', problem: 'a problem', form };

const TEXTS = [...Object.values(page), ...Object.values(form)].filter((value) => typeof value === 'string');
const HOSTILE = [
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" onfocus="alert(1)" autofocus x="',
  '</title></h1></p></form><form action="https://evil.example">',
  '<!--',
  '&quot;&lt;',
];

/** The page with another text in one place. */
function pageWith(text: string, instead: string): string {
  const replaced = JSON.stringify(page, (_key, value) => (value === text ? instead : value));
  const made: Page = JSON.parse(replaced);
  return pageOf(made);
}

/** What begins and ends tags and attributes, in order. */
const signsOf = (html: string) => html.replace(/[^<>"']/g, '');

describe('no text of a page is more than a text', () => {
  test.each(TEXTS)('%s', (text) => {
    expect(pageOf(page)).toContain(text);
    for (const hostile of HOSTILE) expect(signsOf(pageWith(text, hostile))).toBe(signsOf(pageOf(page)));
    // Nor is it read as an entity.
    expect(pageWith(text, '&lt;')).toContain('&amp;lt;');
  });
});

test('a page has what it is given, and a form only where it is given one', () => {
  const bare = pageOf({ title: 'a title', text: 'a text' });
  expect(bare).toContain('<title>a title</title>');
  expect(bare).not.toMatch(/<form|role="alert"/);
  expect(pageOf({ ...page, form: { ...form, asksForPassword: false } })).not.toContain('newPassword');
  expect(pageOf(page)).toContain('name="newPassword" type="password"');
});
