import type { Context } from './context.js';

/** By stream id, the `seq` of the last event that an answer has taken in. */
export type StreamPositions = Readonly<Record<string, number>>;

/** Tells the caller where in its streams what it reads is true: `Stream-Seq: <streamId>=<seq>, …`. */
export function setStreamPositions(ctx: Pick<Context, 'replyHeaders'>, places: StreamPositions): void {
  const told = Object.entries(places).map(([streamId, seq]) => `${streamId}=${seq}`);
  ctx.replyHeaders.set('Stream-Seq', told.join(', '));
}
