/** Bytes `start` to `end`, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The range of a `Range` header (RFC 9110, 14.1.2 and 14.2). Undefined, so that the whole file is sent, for several ranges,
 * for another unit and for an invalid header: a server may ignore all of these. Express's own parser is not used, because
 * it calls `bytes=-99` of ten bytes unsatisfiable, which are all ten.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : 'unsatisfiable';
}
