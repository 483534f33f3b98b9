import { ERRORS, type ErrorCode, httpStatus } from '@palaver/core';
import { expect } from 'vitest';
import type { Answer } from '../../src/testing/client.js';

/** Internals that no answer may contain: stacks, queries, files, libraries. */
const INTERNALS =
  /\n\s+at |\.[cm]?[jt]s:\d|node_modules|\/work\/|\/home\/|\/tmp\/|file:\/\/|palaver-|drizzle|postgres|\binsert into\b|\bselect .* from\b|Error:/i;

/** Expects an error with this code, its status and a documented body. */
export function expectError(answer: Answer, code: ErrorCode): void {
  expect(summary(answer)).toEqual({ status: httpStatus(code), code });
  expectPublic(answer);
}

/** Expects an answer without internals, whose body is documented if it is an error. */
export function expectPublic({ status, body, text }: Answer): void {
  expectNoInternals(text);
  if (status < 400) return;
  expect(Object.keys(ERRORS)).toContain(body?.code);
  expect(Object.keys(body).filter((key) => !['error', 'code', 'issues'].includes(key))).toEqual([]);
  expect(body.error).toMatch(/^["A-Z].*[.]$/s);
  if (body.code === 'INVALID_INPUT') expect(body.issues.length).toBeGreaterThan(0);
}

/** Expects a text without internals. */
export function expectNoInternals(text: string): void {
  expect(text).not.toMatch(INTERNALS);
}

/** The status and code of an answer, for short diffs. */
function summary({ status, body, text }: Answer): object {
  return { status, code: body?.code ?? text.slice(0, 200) };
}
