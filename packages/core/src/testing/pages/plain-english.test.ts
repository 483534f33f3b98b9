import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsOf, LONGEST_SENTENCE } from './plain-english.js';

const ROOT = new URL('../../../../../', import.meta.url);

/** What readers are to understand today; docs/lab has the diaries of earlier days. */
const PAGES = [
  'README.md',
  ...readdirSync(new URL('docs/', ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

test.each(PAGES)('%s is in plain English', (page) => {
  expect(faultsOf(readFileSync(new URL(page, ROOT), 'utf8'))).toEqual([]);
});

test('a sentence has thirty words at most, on however many lines', () => {
  expect(faultsOf(`${words(15)}\n${words(15)}. ${words(30)}.`)).toEqual([]);
  expect(faultsOf(`${words(16)}\n${words(15)}.`)).toHaveLength(1);
  expect(faultsOf(`- ${words(LONGEST_SENTENCE)}\n- ${words(LONGEST_SENTENCE)}`)).toEqual([]);
});

test('tables, code and the targets of links do not count', () => {
  const table = `| ${words(20)} | ${words(20)} |`;
  const code = `\`\`\`sh\n${words(40)}\n\`\`\``;
  expect(faultsOf(`${table}\n\n${code}\n\n\`${words(40)}\` [${words(28)}](a/very/long-target.md).`)).toEqual(
    [],
  );
});

test.each(['what is none of it', 'a list of who reads', 'it goes again', 'so many of them', 'a time of 5 s'])(
  'banned: %s',
  (text) => expect(faultsOf(text)).toHaveLength(1),
);
