import { AUTH_OPERATIONS, AUTH_PROCEDURES } from './limits.js';
import { type NativeCall, nativeCall } from './native-call.js';
import { possiblePaths } from './request-target.js';

/**
 * Which procedure the REST dispatcher would call, or `undefined` for none. It is given the method and the
 * whole path, `/api` included and still percent-encoded, and must answer as the dispatcher does, without throwing.
 */
export type ResolveOperation = (method: string, path: string) => string | undefined;

export interface ClassifiableRequest {
  readonly method: string;
  /** The request target as it came over the wire. */
  readonly target: string;
  /** The path by which the server routes it. */
  readonly pathname: string;
}

/** The tokens a request costs with each limiter, and what it calls if it is a native call. */
export interface Cost {
  readonly global: number;
  readonly auth: number;
  readonly native?: NativeCall;
}

const FREE: Cost = { global: 0, auth: 0 };
const LIMITED = /^\/(?:api|trpc)(?:\/|$)/i;

/**
 * What a request costs (reference section 8, "Rate limiters"), by the operation that will be dispatched.
 *
 * - Everything under `/api` costs a global token: known or not, with the right method or not, the document
 *   and its page as well. Each call of a native batch costs one, because each is a request of its own that
 *   happens to share an envelope.
 * - `/health`, `/metrics` and other paths outside are no API endpoints. They are free: a probe must not
 *   fail because its neighbour behind the same address is busy, and a 404 costs no more than a 429.
 * - OPTIONS costs what it gets as far as here. A preflight from an allowed origin does not: CORS stands in
 *   front and answers it, so that a page on another origin has the reference's sixty requests, not thirty.
 *   Any other would go on to the dispatcher, and free of charge it would be a way round.
 */
export function classify(request: ClassifiableRequest, resolveOperation: ResolveOperation): Cost {
  const native = nativeCall(request.target, request.pathname);
  if (native !== undefined) return nativeCost(native);
  const paths = possiblePaths(request.target, request.pathname);
  if (!paths.some((path) => LIMITED.test(path))) return FREE;
  const method = dispatchedMethod(request.method);
  return { global: 1, auth: paths.some((path) => isAuth(method, path, resolveOperation)) ? 1 : 0 };
}

/**
 * What an `Upgrade` request costs. "`GET /api/ws` is exempt from rate limiting once the connection is
 * established" (section 8, "Exemptions"): until then it is a request like any other. So is an upgrade
 * of a path that leads nowhere, since the listener has to answer it.
 */
export function classifyUpgrade(request: ClassifiableRequest, resolveOperation: ResolveOperation): Cost {
  const cost = classify(request, resolveOperation);
  return cost.global === 0 ? { ...cost, global: 1 } : cost;
}

function nativeCost(native: NativeCall): Cost {
  const { procedures } = native;
  const auth = procedures.filter((procedure) => AUTH_PROCEDURES.has(procedure)).length;
  return { global: procedures.length, auth, native };
}

/**
 * The dispatcher decides. Where it knows nothing, the reference's own paths count: an operation answered outside of the
 * router, or `callback/*` with more segments than the one provider.
 */
function isAuth(method: string, path: string, resolveOperation: ResolveOperation): boolean {
  const procedure = resolveOperation(method, path);
  return procedure === undefined
    ? AUTH_OPERATIONS.some((operation) => operation.method === method && matches(operation.path, path))
    : AUTH_PROCEDURES.has(procedure);
}

/** Compares as Express and trpc-to-openapi do: without regard to case or to one trailing slash. */
function matches(documented: string, path: string): boolean {
  const lowered = path.toLowerCase();
  if (documented.endsWith('*')) return lowered.startsWith(documented.slice(0, -1));
  return lowered.replace(/\/$/, '') === documented;
}

/** HEAD is GET without the content (RFC 9110, 9.3.2), and Express answers it with the GET route. */
function dispatchedMethod(method: string): string {
  return method === 'HEAD' ? 'GET' : method;
}
