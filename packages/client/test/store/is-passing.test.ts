import { httpStatus } from '@palaver/core';
import type { ErrorCode } from '@palaver/core/protocol';
import { describe, expect, test } from 'vitest';
import { isPassing } from '../../src/store/is-passing.js';
import { errorsOf } from '../support/procedures.js';

const PASSING: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'BUSY',
  'INTERNAL',
  'DISK_FULL',
  'MESSAGE_NOT_CHECKED',
];
const DOCUMENTED = new Set([...errorsOf('messages.send'), ...errorsOf('messages.reply')]);

describe('what has no answer yet is sent again by itself', () => {
  test.each(PASSING)('after %s', (code) => {
    expect(isPassing(httpStatus(code))).toBe(true);
  });

  const others = [...DOCUMENTED].filter((code) => !PASSING.includes(code));
  test.each(others)('and not after %s, which is about the message', (code) => {
    expect(isPassing(httpStatus(code))).toBe(false);
  });

  test('of what sending documents, one code passes', () => {
    expect([...DOCUMENTED].filter((code) => PASSING.includes(code))).toEqual(['MESSAGE_NOT_CHECKED']);
    expect(others).toContain('CHANNEL_ARCHIVED');
  });
});
