import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing/any-text.js';
import { continued } from './continued.js';
import type { Edited } from './edited.js';
import { fenceFor, isFenceOpen } from './fences.js';
import { FORMATS, formatOf, formatted } from './formats.js';
import { pastedInto } from './pasted-text.js';

/** What is between `⟦` and `⟧` is selected; else `|` is the caret. */
function at(marked: string): Edited {
  if (marked.includes('⟦')) {
    const start = marked.indexOf('⟦');
    return { text: marked.replace(/[⟦⟧]/g, ''), start, end: marked.indexOf('⟧') - 1 };
  }
  const start = marked.indexOf('|');
  return { text: marked.replace('|', ''), start, end: start };
}
const shown = ({ text, start, end }: Edited) =>
  start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;

describe('Enter goes on', () => {
  test.each([
    ['```ts|', '```ts\n|'],
    ['```\n  x|', '```\n  x\n  |'],
    ['a\n~~~\nx|', 'a\n~~~\nx\n|'],
    ['- one|', '- one\n- |'],
    ['  * one|', '  * one\n  * |'],
    ['9. nine|', '9. nine\n10. |'],
    ['1) a|b', '1) a\n2) |b'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
    ['- one\n- |', '- one\n|'],
    ['- one\n- |\n- three', '- one\n|\n- three'],
    ['- ⟦one⟧', '- \n- |'],
  ])('%j becomes %j', (before, after) => {
    const next = continued(at(before));
    expect(next && shown(next)).toBe(after);
  });

  test.each([
    'hello|',
    '```\nx\n```|',
    '`` `x` ``|',
    '-no list|',
    '**bold**|',
    '|- one',
    '-| one',
    '```a``` b|',
    '|',
    '1.5 is more|',
  ])('%j is sent', (before) => expect(continued(at(before))).toBeNull());
});

describe('a format', () => {
  test.each([
    ['bold', 'a ⟦b⟧ c', 'a **⟦b⟧** c'],
    ['bold', 'a **⟦b⟧** c', 'a ⟦b⟧ c'],
    ['bold', 'a ⟦**b**⟧ c', 'a ⟦b⟧ c'],
    ['bold', 'a⟦ b ⟧c', 'a **⟦b⟧** c'],
    ['italic', '|', '_|_'],
    ['strike', '⟦x⟧', '~~⟦x⟧~~'],
    ['code', '⟦x⟧', '`⟦x⟧`'],
    ['code', '⟦x\ny⟧', '```\n⟦x\ny⟧\n```'],
    ['block', 'a ⟦b⟧ c', 'a \n```\n⟦b⟧\n```\n c'],
    ['block', '⟦```⟧', '````\n⟦```⟧\n````'],
    ['link', 'see ⟦this⟧', 'see [this](⟦https://⟧)'],
    ['list', '⟦a\nb⟧', '- ⟦a\n- b⟧'],
    ['list', '- ⟦a\n- b⟧', '⟦a\nb⟧'],
    ['quote', 'a|', '> a|'],
  ] as const)('%s: %j becomes %j', (format, before, after) =>
    expect(shown(formatted(at(before), format))).toBe(after),
  );

  test('keeps all that was written, and selects within the text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), fc.constantFrom(...FORMATS), (text, a, b, format) => {
        const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        const next = formatted({ text, start, end }, format);
        const letters = (value: string) => value.replaceAll(/[^\p{L}\p{N}]/gu, '');
        expect(letters(next.text.replace('(https://)', ''))).toBe(letters(text));
        expect(next.start).toBeGreaterThanOrEqual(0);
        expect(next.end).toBeGreaterThanOrEqual(next.start);
        expect(next.end).toBeLessThanOrEqual(next.text.length);
      }),
    );
  });
});

describe('a key asks for', () => {
  const press = (keys: string, marked: string) => {
    const names = keys.split('+');
    const has = (name: string) => names.includes(name);
    const pressed = {
      key: names.at(-1) ?? '',
      ctrlKey: has('Ctrl'),
      metaKey: has('⌘'),
      shiftKey: has('Shift'),
      altKey: has('Alt'),
    };
    return formatOf(pressed, at(marked));
  };
  test.each([
    ['Ctrl+b', '|', 'bold'],
    ['⌘+i', '⟦x⟧', 'italic'],
    ['Ctrl+Shift+C', '⟦x⟧', 'code'],
    ['Ctrl+Shift+X', '⟦x⟧', 'strike'],
    ['Ctrl+k', '⟦x⟧', 'link'],
    ['Ctrl+k', '|', null],
    ['Ctrl+c', '⟦x⟧', null],
    ['Ctrl+Alt+b', '|', null],
    ['b', '|', null],
  ])('%s on %s: %s', (keys, marked, format) => expect(press(keys, marked)).toBe(format));
});

describe('what is pasted', () => {
  const CODE = 'function f() {\n  return 1;\n}';
  test.each([
    ['see ⟦this⟧', 'https://a.example/x', 'see [this](https://a.example/x)|'],
    ['⟦a [b]⟧', 'https://a.example', '[a \\[b\\]](https://a.example)|'],
    ['|', CODE, `\`\`\`\n${CODE}\n\`\`\`\n|`],
    ['look: |', `${CODE}\n`, `look: \n\`\`\`\n${CODE}\n\`\`\`\n|`],
    ['|', 'def f(x):\n    return x', '```\ndef f(x):\n    return x\n```\n|'],
  ])('%j with %j becomes %j', (before, pasted, after) => {
    const next = pastedInto(at(before), pasted, false);
    expect(next && shown(next)).toBe(after);
  });

  test.each([
    ['|', 'https://a.example'],
    ['⟦https://b.example⟧', 'https://a.example'],
    ['⟦this⟧', 'not an address'],
    ['|', 'Two lines\nof prose.'],
    ['|', '- a\n  - b\n  - c'],
    ['|', '> a\n> b;'],
    ['|', 'one line;'],
    ['|', `\`\`\`\n${CODE}\n\`\`\``],
    ['```\n|', CODE],
  ])('%j takes %j as it is', (before, pasted) => expect(pastedInto(at(before), pasted, false)).toBeNull());

  test('from a code editor is code, where it has several lines', () => {
    expect(pastedInto(at('|'), 'Two lines\nof prose.', true)).not.toBeNull();
    expect(pastedInto(at('|'), 'name', true)).toBeNull();
  });
});

test('a fence around a text is closed by nothing in it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const fence = fenceFor(text);
      expect(isFenceOpen(`${fence}\n${text}`)).toBe(true);
      expect(isFenceOpen(`${fence}\n${text}\n${fence}`)).toBe(false);
    }),
  );
});
