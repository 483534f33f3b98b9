import { describe, expect, test } from 'vitest';
import { isPicture, kindOfFile, pictureBox, sizeOf } from './files.js';

const MEBIBYTE = 1024 * 1024;

describe('a file is shown as a picture', () => {
  test.each([
    ['image/png', 10, true],
    ['image/jpeg', 10, true],
    ['image/gif', 10, true],
    ['image/webp', 10, true],
    ['image/avif', 10, true],
    ['image/png', 10 * MEBIBYTE, true],
    ['image/png', 10 * MEBIBYTE + 1, false],
    // It may have scripts.
    ['image/svg+xml', 10, false],
    ['image/png; x', 10, false],
    ['ximage/png', 10, false],
    ['image/', 10, false],
    ['text/html', 10, false],
    ['application/pdf', 10, false],
    ['', 10, false],
  ])('%s of %i bytes: %s', (mimeType, sizeBytes, expected) =>
    expect(isPicture({ mimeType, sizeBytes })).toBe(expected),
  );
});

test.each([
  ['image/png', 'picture'],
  ['image/svg+xml', 'other'],
  ['video/mp4', 'video'],
  ['video/x-msvideo', 'other'],
  ['audio/mpeg', 'audio'],
  ['audio/midi', 'other'],
  ['text/plain', 'text'],
  ['text/html', 'text'],
  ['application/json', 'text'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'other'],
  ['', 'other'],
])('%s is shown as %s', (mimeType, kind) => expect(kindOfFile({ mimeType, sizeBytes: 10 })).toBe(kind));

describe('the place of a picture', () => {
  test.each([
    ['wide', { width: 2_600, height: 1_000 }, { aspectRatio: 2.6, width: 'min(2600px, 26rem)' }],
    ['high', { width: 500, height: 2_000 }, { aspectRatio: 0.25, width: 'min(500px, 5rem)' }],
    ['small', { width: 16, height: 16 }, { aspectRatio: 1, width: 'min(16px, 20rem)' }],
    ['of no known size', { width: null, height: null }, null],
  ])('%s', (_kind, size, expected) => {
    expect(pictureBox(size)).toEqual(expected);
  });
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 kB'],
  [1535, '1 kB'],
  [1536, '2 kB'],
  [MEBIBYTE - 1024, '1023 kB'],
  [MEBIBYTE, '1.0 MB'],
  [2.55 * MEBIBYTE, '2.5 MB'],
  [1024 * MEBIBYTE, '1024.0 MB'],
])('%i bytes are %s', (bytes, expected) => expect(sizeOf(bytes)).toBe(expected));
