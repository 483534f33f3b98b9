import type { Socket } from 'node:net';
import type { Delivery } from '@palaver/core';

const TEXT_FRAME = 0x81;
const HEADER_BYTES_MAX = 10;
/** Only slow readers have larger batches. No other socket has the same batch, and its frames are encoded already. */
const JOINED_BYTES_MAX = 72 * 1024;

interface EncodedBatch {
  readonly batch: readonly Delivery[];
  readonly bytes: Buffer;
}

const encodedFrames = new WeakMap<Delivery, Buffer>();
/** By the first delivery of the batch. */
const encodedBatches = new WeakMap<Delivery, EncodedBatch>();

/**
 * Writes a batch as WebSocket frames to the socket itself, past `ws`: nothing is compressed, and `ws` also writes whole
 * frames, so the two do not mix. Returns what to wait for before the next batch; null if the peer keeps up.
 */
export function writeBatch(socket: Socket, batch: readonly Delivery[]): Promise<void> | null {
  const [first] = batch;
  const bytes = batch.reduce((sum, delivery) => sum + delivery.bytes, 0);
  if (first && batch.length > 1 && bytes <= JOINED_BYTES_MAX) {
    socket.write(encodedBatch(first, batch, bytes));
  } else {
    socket.cork();
    for (const delivery of batch) socket.write(encodedFrame(delivery));
    socket.uncork();
  }
  return drained(socket);
}

/** Resolves when a socket with a full buffer has drained it or is closed; null if it can take more now. */
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

/** The WebSocket frame of a delivery, encoded once however many sockets it is sent to. */
function encodedFrame(delivery: Delivery): Buffer {
  const known = encodedFrames.get(delivery);
  if (known) return known;
  const bytes = encode([delivery], delivery.bytes);
  encodedFrames.set(delivery, bytes);
  return bytes;
}

/** Sockets that are written to one after the other mostly have the same batch, which is encoded once for all of them. */
function encodedBatch(first: Delivery, batch: readonly Delivery[], bytes: number): Buffer {
  const known = encodedBatches.get(first);
  if (known && isSame(known.batch, batch)) return known.bytes;
  const fresh = { batch, bytes: encode(batch, bytes) };
  encodedBatches.set(first, fresh);
  return fresh.bytes;
}

function isSame(one: readonly Delivery[], other: readonly Delivery[]): boolean {
  return one.length === other.length && one.every((delivery, index) => delivery === other[index]);
}

/** Unmasked text frames, one after the other (RFC 6455, 5.2). */
function encode(batch: readonly Delivery[], bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes + batch.length * HEADER_BYTES_MAX);
  let end = 0;
  for (const delivery of batch) {
    end = writeHeader(buffer, end, delivery.bytes);
    end += buffer.write(delivery.text, end);
  }
  return buffer.subarray(0, end);
}

/** Writes the header of a frame at `start` and returns where it ends. */
function writeHeader(buffer: Buffer, start: number, length: number): number {
  buffer[start] = TEXT_FRAME;
  if (length < 126) return buffer.writeUInt8(length, start + 1);
  if (length < 65_536) {
    buffer[start + 1] = 126;
    return buffer.writeUInt16BE(length, start + 2);
  }
  buffer[start + 1] = 127;
  return buffer.writeBigUInt64BE(BigInt(length), start + 2);
}
