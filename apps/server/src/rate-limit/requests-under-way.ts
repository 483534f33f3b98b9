import type { AnyTRPCRouter } from '@trpc/server';
import type { Middleware } from '../http/middleware.js';
import { nativeCall } from '../http/native-call.js';
import { proceduresOf } from '../http/procedures.js';
import type { ClientOf } from './client-ip.js';
import { CountByKey } from './count-by-key.js';
import { reject } from './rejection.js';

export interface RequestsUnderWayOptions {
  /** The most requests of one client address at a time. */
  readonly max: number;
  readonly clientOf: ClientOf;
  /** Its subscriptions do not count here: they stay open, and are counted by person. */
  readonly appRouter: AnyTRPCRouter;
  /** Called for each request that gets 429 here. */
  readonly onRefused?: () => void;
}

/**
 * Answers 429 to requests of an address that has `max` requests under way: its answers would be computed and kept for a
 * peer that does not read them. A request is under way until its answer has been sent.
 */
export function limitRequestsUnderWay({
  max,
  clientOf,
  appRouter,
  onRefused,
}: RequestsUnderWayOptions): Middleware {
  const subscriptions = new Set(
    Object.entries(proceduresOf(appRouter)).flatMap(([name, { _def }]) =>
      _def.type === 'subscription' ? name : [],
    ),
  );
  const underWay = new CountByKey(max);
  return (req, res, next) => {
    const call = nativeCall(req);
    if (call?.procedures.every((name) => subscriptions.has(name))) return next();
    const { address } = clientOf(req);
    if (!underWay.enter(address)) {
      onRefused?.();
      return reject(req, res, call);
    }
    res.on('close', () => underWay.leave(address));
    next();
  };
}
