import type { StreamPositions } from '../log/streams.js';
import type { Context } from './context.js';

/** Sets the header with the positions that the answer contains: `Stream-Seq: <streamId>=<seq>, …`. */
export function setStreamPositions(ctx: Pick<Context, 'replyHeaders'>, positions: StreamPositions): void {
  const pairs = Object.entries(positions).map(([streamId, seq]) => `${streamId}=${seq}`);
  ctx.replyHeaders.set('Stream-Seq', pairs.join(', '));
}
