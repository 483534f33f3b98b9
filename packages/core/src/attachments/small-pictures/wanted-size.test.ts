import { expect, test } from 'vitest';
import { wantedSize } from './wanted-size.js';

const photo = { mimeType: 'image/jpeg', sizeBytes: 8_000_000, width: 4032, height: 3024 };

test.each([
  ['a large photo', photo, 480, 480],
  ['one on its side', { ...photo, width: 3024, height: 4032 }, 1440, 1440],
  ['a long one', { ...photo, width: 200, height: 9_000 }, 960, 960],
  ['one that nobody wants smaller', photo, undefined, null],
  ['one that is as small', { ...photo, width: 480, height: 360 }, 480, null],
  ['one a pixel larger', { ...photo, width: 481, height: 360 }, 480, 480],
  ['a screenshot', { ...photo, mimeType: 'image/png' }, 480, 480],
  ['an animation', { ...photo, mimeType: 'image/gif' }, 480, null],
  ['an animated PNG', { ...photo, mimeType: 'image/apng' }, 480, null],
  ['a drawing', { ...photo, mimeType: 'image/svg+xml' }, 480, null],
  ['a picture of unknown size', { ...photo, width: null, height: null }, 480, null],
  ['a picture that is too large to be in memory', { ...photo, sizeBytes: 50_000_000 }, 480, null],
  ['a film', { ...photo, mimeType: 'video/mp4' }, 480, null],
  ['a file of a type that is a name of every object', { ...photo, mimeType: 'constructor' }, 480, null],
] as const)('%s', (_name, file, asked, size) => {
  expect(wantedSize(file, asked)).toBe(size);
});
