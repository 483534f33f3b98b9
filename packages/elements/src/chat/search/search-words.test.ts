import { describe, expect, test } from 'vitest';
import { hasPart, searchWordAt, searchWords, toggled, withPeople } from './search-words.js';

const shown = (query: string) =>
  searchWords(query).map(
    ({ operator, isNegated, value }) => `${isNegated ? '-' : ''}${operator ?? ''}|${value}`,
  );

test.each([
  ['', []],
  ['deploy', ['|deploy']],
  ['  two words ', ['|two', '|words']],
  ['from:ada FROM:@ada', ['from|ada', 'from|@ada']],
  ['-from:ada -has:link', ['-from|ada', '-has|link']],
  ['from:"Ada Lovelace" x', ['from|"Ada Lovelace"', '|x']],
  ['"rolled back" “so so”', ['|"rolled back"', '|“so so”']],
  ['"not closed', ['|"not closed']],
  ['in: x', ['in|', '|x']],
  ['https://a.example key:value', ['|https://a.example', '|key:value']],
])('%j has the parts %j', (query, parts) => expect(shown(query)).toEqual(parts));

describe('the part at the caret', () => {
  test.each([
    ['from:|', 'from:'],
    ['x from:ad|', 'from:ad'],
    ['fr|', 'fr'],
    ['from:ada |', null],
    ['|', null],
    ['from:a|da', 'from:a'],
  ])('%s', (marked, expected) => {
    const caret = marked.indexOf('|');
    const query = marked.replace('|', '');
    const word = searchWordAt(query, caret);
    expect(word && query.slice(word.start, word.end)).toBe(expected);
  });
});

test.each([
  ['deploy', 'has:file', 'deploy has:file'],
  ['deploy HAS:file', 'has:file', 'deploy'],
  ['', 'from:me', 'from:me'],
  ['has:file', 'has:file', ''],
  ['has:filed', 'has:file', 'has:filed has:file'],
])('%j toggled by %s is %j', (query, part, expected) => {
  expect(toggled(query, part)).toBe(expected);
  expect(hasPart(expected, part)).toBe(!hasPart(query, part));
});

describe('who is meant by a name', () => {
  const find = async (name: string) =>
    ({ ada: ['id-1'], 'ada lovelace': ['id-1'], sam: ['id-2', 'id-3'] })[name.toLowerCase()] ?? null;

  test.each([
    ['from:Ada deploy', 'from:id-1 deploy'],
    ['from:@ada', 'from:id-1'],
    ['from:"Ada Lovelace"', 'from:id-1'],
    ['from:sam', 'from:id-2 from:id-3'],
    ['x -from:sam', 'x -from:id-2 -from:id-3'],
    ['from:nobody x', 'from:nobody x'],
    ['from: x', 'from: x'],
    ['in:ada "from ada"', 'in:ada "from ada"'],
  ])('%s', async (query, expected) => expect(await withPeople(query, find)).toBe(expected));
});
