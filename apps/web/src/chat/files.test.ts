import { describe, expect, test } from 'vitest';
import { isPicture, sizeOf } from './files.js';

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
