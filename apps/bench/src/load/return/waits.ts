/** The waits of the client (`packages/client/src/backoff.ts`). */
const BASE_MS = 250;
const CAP_MS = 30_000;

/** How long a client waits after a number of failures, in milliseconds. */
export function waitOf(failures: number): number {
  return Math.random() * Math.min(CAP_MS, BASE_MS * 2 ** failures);
}
