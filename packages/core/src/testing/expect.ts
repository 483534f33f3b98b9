import { TRPCError } from '@trpc/server';
import { expect } from 'vitest';
import { publicError } from '../kernel/errors/error-shape.js';
import type { ErrorCode } from '../protocol/error-codes.js';

/** Waits for a step of a random test. It may be refused; the service must not fail. */
export async function mayBeRefused(step: Promise<unknown>): Promise<void> {
  await step.catch((error: unknown) => {
    if (!(error instanceof TRPCError)) throw error;
    expect(['INTERNAL', 'BUSY']).not.toContain(publicError(error).code);
  });
}

/** Asserts that a call is refused with this error code. */
export async function refusedWith(code: ErrorCode, call: Promise<unknown>): Promise<void> {
  const outcome = await call.then(
    () => 'allowed',
    (error: unknown) => (error instanceof TRPCError ? publicError(error).code : error),
  );
  expect(outcome).toBe(code);
}
