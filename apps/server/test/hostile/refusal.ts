import { ERRORS, type ErrorCode, httpStatus } from '@palaver/core';
import { expect } from 'vitest';
import type { Answer } from '../../src/testing/client.js';

/** What of the inside must never be in an answer: a stack, a query, a file, a library. */
const INSIDES =
  /\n\s+at |\.[cm]?[jt]s:\d|node_modules|\/work\/|\/home\/|\/tmp\/|file:\/\/|palaver-|drizzle|postgres|\binsert into\b|\bselect .* from\b|Error:/i;

/** Expects a refusal with this code: its status, a sentence, and nothing else that is not documented. */
export function expectRefusal(answer: Answer, code: ErrorCode): void {
  expect(seen(answer)).toEqual({ status: httpStatus(code), code });
  expectPublic(answer);
}

/** Expects an error body of the registry's, whichever it is, that tells nothing of the inside. */
export function expectPublic({ status, body, text }: Answer): void {
  expect(text).not.toMatch(INSIDES);
  if (status < 400) return;
  expect(Object.keys(ERRORS)).toContain(body?.code);
  expect(Object.keys(body).filter((key) => !['error', 'code', 'issues'].includes(key))).toEqual([]);
  expect(body.error).toMatch(/^["A-Z].*[.]$/s);
  if (body.code === 'INVALID_INPUT') expect(body.issues.length).toBeGreaterThan(0);
}

/** What an answer comes to, short enough to be read in a diff. */
function seen({ status, body, text }: Answer): object {
  return { status, code: body?.code ?? text.slice(0, 200) };
}
