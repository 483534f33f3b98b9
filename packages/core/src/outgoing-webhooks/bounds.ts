const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

/** As many deliveries of one webhook wait; beyond it the service disables the webhook. */
export const BACKLOG_MAX = 50_000;

/** For so long a delivery is tried, and without any success a webhook stays enabled. */
export const GIVEN_UP_MS = 72 * HOUR_MS;

/** Calls of one node that are under way at the same time: in all, of one server, and to one host. */
export const CALLS_MAX = 64;
export const CALLS_PER_SERVER = 8;
export const CALLS_PER_HOST = 4;
/** A busy node makes this part of the calls of a server and to a host: one to a host at the least. */
export const PART_OF_BUSY = 1 / 4;

/** Longer than a call and what is written of it take: after it another node goes on. */
export const LEASE_MS = 20 * SECOND_MS;
/** A lease that is shorter by so much is made longer. */
export const LEASE_SLACK_MS = 3 * SECOND_MS;

/** As many lanes of one webhook are worked on together: each alone often has one delivery that waits, and costs the same. */
export const LANES_TOGETHER = 16;

/** After as many deliveries the others that wait have their turn. */
export const TURN_MAX = 100;

/**
 * What is sent was read so long ago at the most: so no text leaves the service that was deleted before, but for the calls
 * of this moment.
 */
export const READ_AHEAD_MS = 100;
/** As many deliveries of a webhook are read, and ended, together: at first, and at the most. */
export const READ_AHEAD_FIRST = 16;
export const READ_AHEAD_MAX = 64;
/** It reads as many times more once its receiver has taken all that was read. */
export const READ_AHEAD_GROWTH = 4;

const FIRST_RETRY_MS = 5 * SECOND_MS;
const LONGEST_RETRY_MS = HOUR_MS / 2;
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
/** A retry is earlier or later by this part, so that those of one outage do not come together. */
const JITTER = 0.2;

/** For how long a delivery waits after its `attempts`-th attempt. `random` is from 0 to 1. */
export function retryDelay(attempts: number, retryAfterMs: number | null, random: number): number {
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_RETRY_MS);
  const jitteredMs = backoffMs * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(jitteredMs, pauseOf(retryAfterMs) ?? 0));
}

/** What a receiver asks for, within a day. */
export function pauseOf(retryAfterMs: number | null): number | null {
  return retryAfterMs === null ? null : Math.min(Math.max(retryAfterMs, 0), RETRY_AFTER_MAX_MS);
}

/** Deliveries are kept for so long, and as many of a webhook. */
export const KEPT_MS = 7 * 24 * HOUR_MS;
export const KEPT_MAX = 100_000;
