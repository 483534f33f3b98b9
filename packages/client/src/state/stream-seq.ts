import type { Cursors } from '../events/cursors.js';

/** Reads the header `Stream-Seq: <stream id>=<seq>, …`. The result is empty where the header is missing. */
export function parseStreamSeq(header: string | null | undefined): Cursors {
  const entries = (header ?? '').split(',').flatMap((entry): Array<[string, number]> => {
    const [, streamId, seq] = /^\s*([0-9a-f-]{36})=(\d+)\s*$/.exec(entry) ?? [];
    return streamId === undefined ? [] : [[streamId, Number(seq)]];
  });
  return Object.fromEntries(entries);
}
