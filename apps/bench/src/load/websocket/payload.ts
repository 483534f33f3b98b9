/** Reads the position from `"seq":123}}` at the end of a frame, without parsing the frame. */
export function seqAtEnd(bytes: Buffer, end: number): number {
  let seq = 0;
  let unit = 1;
  for (let at = end - 3; ; at--) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return seq;
    seq += digit * unit;
    unit *= 10;
  }
}

/** Whether the bytes from `start` to `end` begin with the prefix. */
export function startsWith(bytes: Buffer, prefix: Buffer, start: number, end: number): boolean {
  return bytes.compare(prefix, 0, prefix.length, start, Math.min(end, start + prefix.length)) === 0;
}
