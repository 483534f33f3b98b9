import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** The counter has 32 bits and starts in the lower half, so that it has room to grow (RFC 9562, 6.2, method 1). */
const COUNTER_MAX = 0xffff_ffff;

/** Random bytes for many ids at once: a system call for each costs more than the rest of an id. */
const random = new DataView(new ArrayBuffer(16 * 256));
let used = random.byteLength;

let milliseconds = 0;
let counter = 0;

/**
 * A new UUIDv7 (RFC 9562): time-ordered, and monotonic within this process. Its last 16 bits are those of `home`, the id of
 * the server, or of the direct message, that what it names belongs to, so that the id leads there (docs/scale.md).
 */
export function newId(home?: string): string {
  const bytes = randomBytes();
  if (home !== undefined) bytes.set(homeBytes(home), 14);
  const now = Date.now();
  if (now > milliseconds || counter === COUNTER_MAX) {
    milliseconds = Math.max(now, milliseconds + 1);
    counter = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1;
  } else counter++;
  return v7({ random: bytes, msecs: milliseconds, seq: counter });
}

/**
 * An id of something that was made elsewhere at an instant. Ids of the same instant are in the order of `counter`, so that
 * those of a history are in its order. The last 16 bits are those of `home`, as in `newId`.
 */
export function pastId(instant: Date, counter: number, home?: string): string {
  const bytes = randomBytes();
  if (home !== undefined) bytes.set(homeBytes(home), 14);
  return v7({ random: bytes, msecs: instant.getTime(), seq: counter });
}

/** The last 16 bits of the id of a home: they are random, so homes are spread evenly over them. */
export function homeBytes(home: string): Uint8Array {
  const bits = Number.parseInt(home.slice(-4), 16);
  return Uint8Array.of(bits >>> 8, bits & 0xff);
}

/** Sixteen random bytes that no other id has received. */
function randomBytes(): Uint8Array {
  if (used === random.byteLength) {
    randomFillSync(random);
    used = 0;
  }
  used += 16;
  return new Uint8Array(random.buffer, used - 16, 16);
}
