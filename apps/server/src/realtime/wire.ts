import type { Socket } from 'node:net';
import type { Delivery } from '@palaver/core';

const TEXT_FRAME = 0x81;
/** A frame's header takes at most this. */
const HEADER_BYTES_MAX = 10;
/** Larger batches are those of a slow reader: nobody else has the same, and their frames are in memory already. */
const JOINED_BYTES_MAX = 72 * 1024;

/** Several frames as one piece. */
interface Joined {
  readonly batch: readonly Delivery[];
  readonly bytes: Buffer;
}

const wires = new WeakMap<Delivery, Buffer>();
const joinedAfter = new WeakMap<Delivery, Joined>();

/** The whole WebSocket frame (RFC 6455, 5.2; unmasked, as a server's are), built once however many sockets it goes to. */
export function wireOf(delivery: Delivery): Buffer {
  const known = wires.get(delivery);
  if (known) return known;
  const wire = join([delivery], delivery.bytes);
  wires.set(delivery, wire);
  return wire;
}

/**
 * Writes a batch in one go. It goes past `ws` to the socket, which it may because nothing here is compressed and
 * `ws` too hands over whole frames. Returns what to wait for before the next batch, if the peer cannot keep up.
 */
export function writeBatch(socket: Socket, batch: readonly Delivery[]): Promise<void> | null {
  const [first] = batch;
  const bytes = batch.reduce((sum, delivery) => sum + delivery.bytes, 0);
  if (first && batch.length > 1 && bytes <= JOINED_BYTES_MAX) {
    socket.write(joined(first, batch, bytes));
  } else {
    socket.cork();
    for (const delivery of batch) socket.write(wireOf(delivery));
    socket.uncork();
  }
  return drained(socket);
}

/** Sockets that are written to one after the other mostly take the same: it is joined once for all of them. */
function joined(first: Delivery, batch: readonly Delivery[], bytes: number): Buffer {
  const known = joinedAfter.get(first);
  if (known && isSame(known.batch, batch)) return known.bytes;
  const fresh = { batch, bytes: join(batch, bytes) };
  joinedAfter.set(first, fresh);
  return fresh.bytes;
}

function isSame(one: readonly Delivery[], other: readonly Delivery[]): boolean {
  return one.length === other.length && one.every((delivery, index) => delivery === other[index]);
}

function join(batch: readonly Delivery[], bytes: number): Buffer {
  const wire = Buffer.allocUnsafe(bytes + batch.length * HEADER_BYTES_MAX);
  let end = 0;
  for (const delivery of batch) {
    end = writeHeader(wire, end, delivery.bytes);
    end += wire.write(delivery.text, end);
  }
  return wire.subarray(0, end);
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

/** Returns where the header ends. */
function writeHeader(wire: Buffer, at: number, length: number): number {
  wire[at] = TEXT_FRAME;
  if (length < 126) return wire.writeUInt8(length, at + 1);
  if (length < 65_536) {
    wire[at + 1] = 126;
    return wire.writeUInt16BE(length, at + 2);
  }
  wire[at + 1] = 127;
  return wire.writeBigUInt64BE(BigInt(length), at + 2);
}
