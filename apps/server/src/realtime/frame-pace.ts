import { DebtBucket, type DebtBucketLimit } from '@palaver/core';
import type { WebSocket } from 'ws';

/** A frame costs one token, and one more for each of these. */
const BYTES_PER_TOKEN = 2_048;
/** The longest pause. It is below the heartbeat interval, so that a socket that is read slowly stays alive. */
const PAUSE_MS_MAX = 20_000;

/**
 * Reads a socket no faster than `limit` tokens: while it owes tokens, it is not read (backpressure). It is never closed for
 * that, since an established socket is exempt from rate limiting (docs/reference.md, section 8). What `ws` has read
 * already, at most 64 KiB, is still handled.
 */
export function paceFrames(ws: WebSocket, limit: DebtBucketLimit): void {
  const bucket = new DebtBucket(limit);
  let timer: NodeJS.Timeout | null = null;
  const resume = () => {
    timer = null;
    ws.resume();
  };
  const charge = (data: Buffer) => {
    if (bucket.waitMs() < PAUSE_MS_MAX) bucket.charge(1 + data.length / BYTES_PER_TOKEN);
    const wait = bucket.waitMs();
    if (wait === 0 || timer !== null) return;
    ws.pause();
    timer = setTimeout(resume, Math.min(wait, PAUSE_MS_MAX));
  };
  ws.on('message', charge).on('ping', charge).on('pong', charge);
  ws.once('close', () => timer && clearTimeout(timer));
}
