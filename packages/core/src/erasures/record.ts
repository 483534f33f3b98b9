import { iso } from '../kernel/sql/instant.js';
import type { Erasure } from '../protocol/records/erasure.js';
import type * as queries from './queries.js';

/** The record as the service sends it. A retention is not listed. */
export function toErasure({ kind, before, createdAt, endedAt, ...row }: queries.Erasure): Erasure {
  if (kind === 'retention') throw new Error('a retention has no record');
  const { id, serverId, channelId, userId, askedBy, removed } = row;
  return {
    id,
    kind,
    serverId,
    channelId,
    userId,
    before: before && iso(before),
    askedBy,
    createdAt: iso(createdAt),
    endedAt: endedAt && iso(endedAt),
    removed,
  };
}
