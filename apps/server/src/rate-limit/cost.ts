import type { IncomingMessage } from 'node:http';
import { type NativeCall, nativeCall } from '../http/native-call.js';
import { pathOf } from '../http/request-target.js';
import type { AuthOperations } from './auth-operations.js';

/** What the cost of a request is read from; an `IncomingMessage` is one. */
export type CountedRequest = Pick<IncomingMessage, 'method' | 'url'>;

/** The tokens that a request costs with each limiter, and what it calls if it is a native call. */
export interface Cost {
  readonly global: number;
  readonly auth: number;
  readonly native?: NativeCall;
}

const FREE: Cost = { global: 0, auth: 0 };
const LIMITED = /^\/api(?:\/|$)/i;

/**
 * What a request with a normalized target costs (docs/reference.md, section 8), by the operation that answers it.
 *
 * - Every path under `/api` costs a Global token, whether an operation answers it or not. Each call of a native batch
 *   costs one, because each would be a request of its own.
 * - `/health`, `/metrics` and all other paths are no API endpoints and cost nothing: a probe must not fail because another
 *   client behind the same address is busy, and a 404 costs no more to answer than a 429.
 * - OPTIONS costs a token. The preflights of allowed origins do not come here, because CORS answers them first: a page of
 *   another origin can make as many requests as one of this origin.
 */
export function costOf(req: CountedRequest, operations: AuthOperations): Cost {
  const native = nativeCall(req);
  if (native !== undefined) return nativeCost(native, operations);
  const path = pathOf(req);
  if (!LIMITED.test(path)) return FREE;
  return { global: 1, auth: operations.includesRequest(req.method ?? '', path) ? 1 : 0 };
}

/**
 * What an `Upgrade` request costs. `GET /api/ws` is exempt once the connection is established (section 8, "Exemptions");
 * until then it is a request like any other. An upgrade of any other path costs a token too, because it is answered.
 */
export function upgradeCostOf(req: CountedRequest, operations: AuthOperations): Cost {
  const cost = costOf(req, operations);
  return cost.global === 0 ? { ...cost, global: 1 } : cost;
}

function nativeCost(native: NativeCall, operations: AuthOperations): Cost {
  const { procedures } = native;
  const auth = procedures.filter((name) => operations.includesProcedure(name)).length;
  return { global: procedures.length, auth, native };
}
