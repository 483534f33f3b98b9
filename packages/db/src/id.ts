import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** The counter has 32 bits and begins in its lower half, so that it has room (RFC 9562, 6.2, method 1). */
const COUNTER_MAX = 0xffff_ffff;

/** Drawn for many ids at once: asking the system each time costs more than the rest of an id. */
const random = new DataView(new ArrayBuffer(16 * 256));
let drawn = random.byteLength;

let milliseconds = 0;
let counter = 0;

/** A new UUIDv7 (RFC 9562): time-ordered, and monotonic within this process. */
export function newId(): string {
  const bytes = randomBytes();
  const now = Date.now();
  if (now > milliseconds || counter === COUNTER_MAX) {
    milliseconds = Math.max(now, milliseconds + 1);
    counter = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1;
  } else counter++;
  return v7({ random: bytes, msecs: milliseconds, seq: counter });
}

/** Sixteen bytes that nobody else gets. */
function randomBytes(): Uint8Array {
  if (drawn === random.byteLength) {
    randomFillSync(random);
    drawn = 0;
  }
  drawn += 16;
  return new Uint8Array(random.buffer, drawn - 16, 16);
}
