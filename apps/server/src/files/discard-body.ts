import type { IncomingMessage } from 'node:http';

const LINGER_MS = 5_000;
const LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Reads on and forgets what still comes of a body that is refused half-way. A connection closed at once is reset, and
 * with it goes the answer that the client, busy sending, has not read yet. Who still sends after some seconds is cut off.
 */
export function linger(req: IncomingMessage): void {
  if (req.readableEnded || req.destroyed) return;
  const cutOff = setTimeout(() => req.destroy(), LINGER_MS);
  let size = 0;
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LINGER_BYTES) req.destroy();
  });
  req.once('close', () => clearTimeout(cutOff));
  req.resume();
}
