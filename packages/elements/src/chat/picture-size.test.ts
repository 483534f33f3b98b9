import { expect, test } from 'vitest';
import { pictureSize, type Room } from './picture-size.js';

const photo = { width: 4032, height: 3024 };
const onItsSide = { width: 3024, height: 4032 };
const desk: Room = { width: 900, rem: 16, pixelRatio: 1 };
const phone: Room = { width: 310, rem: 16, pixelRatio: 3 };

test.each([
  // 416 × 312.
  ['a photo at a desk', photo, desk, 480],
  ['the same on a screen of two pixels for each of CSS', photo, { ...desk, pixelRatio: 2 }, 960],
  ['of three', photo, { ...desk, pixelRatio: 3 }, 1440],
  ['of more: the largest that there is', photo, { ...desk, pixelRatio: 4 }, 1440],
  ['a photo on a phone', photo, phone, 960],
  // 240 × 320.
  ['one on its side', onItsSide, { ...desk, pixelRatio: 2 }, 960],
  ['one on its side on a phone', onItsSide, phone, 960],
  ['a small one', { width: 100, height: 80 }, phone, 480],
  // 16 × 320.
  ['a long one', { width: 100, height: 2_000 }, { ...desk, pixelRatio: 2 }, 960],
  ['larger letters', photo, { ...desk, rem: 20 }, 960],
  ['a room that is not shown yet', photo, { ...desk, width: 0 }, 1440],
  ['a file of no known size', { width: null, height: null }, desk, undefined],
])('%s', (_name, file, room, size) => {
  expect(pictureSize(file, room)).toBe(size);
});
