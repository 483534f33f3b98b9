import type { StreamPositions } from '../log/streams.js';
import type { IncomingRequest } from './context.js';

/**
 * The most streams that the header names: 64 of them are 3 KB, and a proxy may hold no more than 4 KB of an answer's
 * headers.
 */
export const NAMED_STREAMS_MAX = 64;

/**
 * Sets the header with the positions that the answer contains: `Stream-Seq: <streamId>=<seq>, …`. Where there are too many
 * streams, it names the first ones (docs/state.md, The header).
 */
export function setStreamPositions(
  request: Pick<IncomingRequest, 'replyHeaders'>,
  positions: StreamPositions,
): void {
  const named = Object.entries(positions).slice(0, NAMED_STREAMS_MAX);
  const pairs = named.map(([streamId, seq]) => `${streamId}=${seq}`);
  request.replyHeaders.set('Stream-Seq', pairs.join(', '));
}
