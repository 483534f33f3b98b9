import type { Socket } from 'node:net';
import type { Delivery } from '@palaver/core';

const TEXT_FRAME = 0x81;
const wires = new WeakMap<Delivery, Buffer>();

/** The whole WebSocket frame (RFC 6455, 5.2; unmasked, as a server's are), built once however many sockets it goes to. */
export function wireOf(delivery: Delivery): Buffer {
  const known = wires.get(delivery);
  if (known) return known;
  const wire = Buffer.concat([header(delivery.bytes), Buffer.from(delivery.text)]);
  wires.set(delivery, wire);
  return wire;
}

/**
 * Writes a batch in one go. It goes past `ws` to the socket, which it may because nothing here is compressed and
 * `ws` too hands over whole frames. Returns what to wait for before the next batch, if the peer cannot keep up.
 */
export function writeBatch(socket: Socket, batch: readonly Delivery[]): Promise<void> | null {
  socket.cork();
  for (const delivery of batch) socket.write(wireOf(delivery));
  socket.uncork();
  return drained(socket);
}

/** Resolves when a socket that has enough to send has got rid of it, or is gone; null when it can take more now. */
export function drained(socket: Socket): Promise<void> | null {
  if (!socket.writableNeedDrain || socket.destroyed) return null;
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

function header(length: number): Buffer {
  if (length < 126) return Buffer.from([TEXT_FRAME, length]);
  if (length < 65_536) return Buffer.from([TEXT_FRAME, 126, length >> 8, length & 0xff]);
  const long = Buffer.alloc(10);
  long.writeUInt16BE((TEXT_FRAME << 8) | 127);
  long.writeBigUInt64BE(BigInt(length), 2);
  return long;
}
