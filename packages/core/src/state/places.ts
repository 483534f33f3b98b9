import type { StreamPositions as Places } from '../procedures/stream-positions.js';

/** Reads the header `Stream-Seq` of an answer; an answer without one is true at no known place. */
export function parsePlaces(header: string | null | undefined): Places {
  const entries = (header ?? '').split(',').flatMap((entry): Array<[string, number]> => {
    const [, streamId, seq] = /^\s*([0-9a-f-]{36})=(\d+)\s*$/.exec(entry) ?? [];
    return streamId === undefined ? [] : [[streamId, Number(seq)]];
  });
  return Object.fromEntries(entries);
}
