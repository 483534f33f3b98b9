import type { IncomingMessage } from 'node:http';

const DISCARD_MS = 5_000;
const DISCARD_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Reads and discards the rest of a body that was refused before its end. If the connection were closed at once, it would be
 * reset, and a client that is still sending would lose the answer. The connection is closed after some seconds or bytes.
 */
export function discardBody(req: IncomingMessage): void {
  if (req.readableEnded || req.destroyed) return;
  const timeout = setTimeout(() => req.destroy(), DISCARD_MS);
  let size = 0;
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DISCARD_BYTES_MAX) req.destroy();
  });
  req.once('close', () => clearTimeout(timeout));
  req.resume();
}
