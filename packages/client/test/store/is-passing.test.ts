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
const passes = (errorCode: ErrorCode) => isPassing({ errorCode, httpStatus: httpStatus(errorCode) });
const DOCUMENTED = new Set([...errorsOf('messages.send'), ...errorsOf('messages.reply')]);

describe('what has no answer yet is sent again by itself', () => {
  test.each(PASSING)('after %s', (code) => {
    expect(passes(code)).toBe(true);
  });

  const others = [...DOCUMENTED].filter((code) => !PASSING.includes(code));
  test.each(others)('and not after %s, which is about the message', (code) => {
    expect(passes(code)).toBe(false);
  });

  test('of what sending documents, two codes pass', () => {
    const passing = [...DOCUMENTED].filter((code) => PASSING.includes(code));
    expect(passing.sort()).toEqual(['DISK_FULL', 'MESSAGE_NOT_CHECKED']);
    expect(others).toContain('CHANNEL_ARCHIVED');
  });
});
