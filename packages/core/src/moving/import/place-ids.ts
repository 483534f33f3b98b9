import type { ChunkWrite, Placed } from './chunk.js';
import { type IdTable, idsFor } from './kept-ids.js';
import { found } from './known.js';

export const userIdOf = ({ known }: ChunkWrite, sourceId: string): string => found(known.users, sourceId).id;

export function serverIdOf({ known }: ChunkWrite): string {
  if (known.server === null) throw new Error('an import has no server yet');
  return known.server.id;
}

type PlaceLine = Placed<'emoji' | 'userGroup' | 'channelGroup' | 'channel' | 'directMessage'>;

export function newIds(w: ChunkWrite, table: IdTable, lines: readonly PlaceLine[]): Promise<string[]> {
  const things = lines.map(({ value: { data }, line }) => ({
    sourceId: data.id,
    createdAt: data.createdAt,
    line,
  }));
  return idsFor(w.tx, table, things, serverIdOf(w), w.known.server?.keepsIds ?? false);
}
