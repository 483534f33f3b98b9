import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasAtMost } from '../../kernel/schema/text.js';
import { quoteOf, splitQuote, withQuote } from './quote.js';

test.each([
  ['', ''],
  ['one', '> one'],
  ['one\n\ntwo', '> one\n> \n> two'],
  ['> quoted\nsaid', '> > quoted\n> said'],
  ['```\ncode\n```', '> ```\n> code\n> ```'],
])('%j is quoted as %j', (text, quote) => expect(quoteOf(text)).toBe(quote));

test('a quote and what is below it are found again, whatever both are', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '>', ' ', '\n', '🎉', '`') });
  fc.assert(
    fc.property(text, fc.constantFrom('', 'below', 'below\n> and more'), (quoted, below) => {
      const quote = quoteOf(quoted);
      expect(splitQuote(withQuote(quote, below, 10_000))).toEqual({ quote, below });
    }),
  );
});

test('no quote makes a content too long, and no letter of the text below is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\n', '🎉'), maxLength: 40 }),
      fc.nat(10),
      (quoted, length) => {
        const content = withQuote(quoteOf(quoted), 'x'.repeat(length), 20);
        expect(hasAtMost(content, 20)).toBe(true);
        expect(splitQuote(content).below).toBe('x'.repeat(length));
      },
    ),
  );
});

test('the end of a long quote is marked as cut', () =>
  expect(withQuote(quoteOf('a'.repeat(30)), 'below', 20)).toBe(`> ${'a'.repeat(10)}…\n\nbelow`));

test('a text that is too long by itself stays as it is, for the check of its length', () =>
  expect(withQuote(quoteOf('quoted'), 'x'.repeat(30), 20)).toBe('x'.repeat(30)));
