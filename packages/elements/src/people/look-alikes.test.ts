import { describe, expect, test } from 'vitest';
import { lookAlikesOf } from './look-alikes.js';
import { skeletonOf } from './unicode-skeletons.js';

let made = 0;
const person = (displayName: string, username = `user-${++made}`, fields = {}) => ({
  id: `id-${String(++made).padStart(6, '0')}`,
  displayName,
  username,
  deleted: false,
  ...fields,
});

/** Who is marked of a list, each with whom they look like. */
function marked(...people: Array<ReturnType<typeof person>>): string[] {
  const found = lookAlikesOf(people, skeletonOf);
  return people.flatMap(({ id, displayName }) => {
    const original = found.get(id);
    return original ? [`${displayName} < ${original.displayName}`] : [];
  });
}

describe('a name looks like an older one', () => {
  test.each([
    ['in Cyrillic', 'Alice', 'Аliсе'],
    ['with a capital I for an l', 'Alice', 'AIice'],
    ['with a digit for a letter', 'Bob Olson', 'B0b 0lson'],
    ['with rn for an m', 'Tom', 'Torn'],
    ['in wide letters', 'Alice', 'Ａｌｉｃｅ'],
    ['in letters of mathematics', 'Alice', '𝐀𝐥𝐢𝐜𝐞'],
    ['in other case', 'Ian', 'ian'],
    ['with another space', 'Ada Byron', 'Ada\u2003Byron'],
    ['with a character that shows nothing', 'Ada', 'A\u200Bda'],
    ['in another form of the same character', 'José', 'Jose\u0301'],
    ['in Greek', 'Anna', 'Αnna'],
    ['in Arabic', 'علي', 'علی'],
    ['exactly', 'Alex', 'Alex'],
  ])('%s', (_how, original, other) => {
    const [first, later] = [person(original), person(other)];
    expect(marked(first, later)).toEqual([`${other} < ${original}`]);
    expect(marked(later, first)).toEqual([`${other} < ${original}`]);
  });

  test('also where it is the username of the other one, or one’s own is', () => {
    expect(marked(person('Ada Byron', 'ada'), person('аda'))).toEqual(['аda < Ada Byron']);
    expect(marked(person('Root'), person('Somebody', 'r00t'))).toEqual(['Somebody < Root']);
  });
});

describe('nobody is marked', () => {
  test.each([
    ['for another name', ['Alice', 'Alicia']],
    ['for an accent', ['Jose', 'José']],
    ['for another script', ['Anna', 'Анна']],
    ['alone', ['Alice']],
  ])('%s', (_why, names) => expect(marked(...names.map((name) => person(name)))).toEqual([]));

  test('whose own names look alike, or whose account is deleted', () => {
    expect(marked(person('ada', 'Ada'))).toEqual([]);
    const deleted = () => person('Deleted user', undefined, { deleted: true });
    expect(marked(deleted(), deleted())).toEqual([]);
  });
});

test('each is marked once, with the oldest', () => {
  expect(marked(person('Alice'), person('Аlice'), person('AIice'))).toEqual([
    'Аlice < Alice',
    'AIice < Alice',
  ]);
});
