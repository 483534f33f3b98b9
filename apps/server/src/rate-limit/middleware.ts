import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Gate } from '../http/gate.js';
import { type Cost, classify, classifyUpgrade, type ResolveOperation } from './classify.js';
import { clientIps } from './client-ip.js';
import { Limiter, type LimiterOptions } from './limiter.js';
import { RATE_LIMITS, type RateLimits } from './limits.js';
import { reject, rejectUpgrade } from './rejection.js';
import { rawPath } from './request-target.js';
import type { TrustedProxies } from './trusted-proxies.js';

export interface RateLimitOptions extends LimiterOptions {
  readonly resolveOperation: ResolveOperation;
  readonly trustedProxies: TrustedProxies;
  /** The reference's by default. */
  readonly limits?: RateLimits;
}

/** Both doors of one server. They share their buckets. */
export interface RateLimit {
  /**
   * For requests, their target normalized: after CORS, which answers preflights and whose headers a 429 needs for a page to read it,
   * and before body parsing and authentication.
   */
  readonly middleware: Gate;
  /**
   * For the `upgrade` event, before anything else looks at the request. When it returns false the 429 is
   * on its way and the socket is no longer the caller's.
   */
  readonly admitUpgrade: (request: IncomingMessage, socket: Duplex) => boolean;
}

/** The rate limiter of reference section 8 for one server. */
export function rateLimit(options: RateLimitOptions): RateLimit {
  const { resolveOperation, trustedProxies, limits = RATE_LIMITS } = options;
  const global = new Limiter(limits.global, options);
  const auth = new Limiter(limits.auth, options);
  const clientIp = clientIps(trustedProxies);

  /**
   * Auth comes "in addition to" Global (section 8): a request passes Global first and has paid there even
   * if Auth then refuses it, so that hammering on login is not free. What Global refuses, Auth never sees.
   */
  function admits(request: IncomingMessage, cost: Cost): boolean {
    if (cost.global === 0) return true;
    const key = clientIp(request);
    return global.take(key, cost.global) && (cost.auth === 0 || auth.take(key, cost.auth));
  }

  return {
    middleware(request, response, next) {
      const { method = 'GET', url: target = '/' } = request;
      const cost = classify({ method, target, pathname: rawPath(target) }, resolveOperation);
      if (admits(request, cost)) next();
      else reject(request, response, cost.native);
    },
    admitUpgrade(request, socket) {
      const { method = 'GET', url: target = '/' } = request;
      const cost = classifyUpgrade({ method, target, pathname: rawPath(target) }, resolveOperation);
      if (admits(request, cost)) return true;
      rejectUpgrade(request, socket, cost.native);
      return false;
    },
  };
}
