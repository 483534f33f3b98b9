import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pictureIn } from './picture-in.js';

const PICTURE = {
  userId: 'u1',
  address: '/dms/c1',
  release: '/assets/a.js',
  html: '<p>a</p>',
  scrolled: [[3, 20.5]],
};

test('a picture is what was stored', () => {
  expect(pictureIn(JSON.stringify(PICTURE))).toEqual(PICTURE);
  expect(pictureIn(JSON.stringify({ ...PICTURE, scrolled: [] }))).toEqual({ ...PICTURE, scrolled: [] });
});

describe('there is none in', () => {
  test.each([
    null,
    '',
    '{',
    'null',
    '1',
    '"text"',
    '[]',
    '{}',
    JSON.stringify({ ...PICTURE, userId: undefined }),
    JSON.stringify({ ...PICTURE, userId: 1 }),
    JSON.stringify({ ...PICTURE, address: null }),
    JSON.stringify({ ...PICTURE, release: {} }),
    JSON.stringify({ ...PICTURE, html: ['<p>'] }),
    JSON.stringify({ ...PICTURE, scrolled: undefined }),
    JSON.stringify({ ...PICTURE, scrolled: {} }),
    JSON.stringify({ ...PICTURE, scrolled: [3, 20] }),
    JSON.stringify({ ...PICTURE, scrolled: [[3]] }),
    JSON.stringify({ ...PICTURE, scrolled: [[3, 20, 1]] }),
    // A property of the list of elements that is no element.
    JSON.stringify({ ...PICTURE, scrolled: [['length', 20]] }),
    JSON.stringify({ ...PICTURE, scrolled: [[3, null]] }),
  ])('%s', (text) => expect(pictureIn(text)).toBeNull());
});

test('nothing that is stored throws', () => {
  fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => pictureIn(text) === null));
});
