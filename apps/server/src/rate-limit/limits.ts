import type { BucketLimit } from './token-bucket.js';

/** The two limiters a request may have to pass. */
export interface RateLimits {
  readonly global: BucketLimit;
  readonly auth: BucketLimit;
}

/** The numbers of reference section 8, "Rate limiters (per client IP)". */
export const RATE_LIMITS: RateLimits = {
  global: { perMinute: 240, burst: 60 },
  auth: { perMinute: 10, burst: 5 },
};

/** An operation under the Auth limiter: as the reference writes it, and the procedure that answers it. */
export interface AuthOperation {
  readonly method: 'GET' | 'POST';
  /** A final `*` stands for anything below, as in the reference. */
  readonly path: string;
  readonly procedure: string;
}

/** The operations under the Auth limiter "in addition to the Global limiter" (reference section 8). */
export const AUTH_OPERATIONS: readonly AuthOperation[] = [
  { method: 'POST', path: '/api/auth/login', procedure: 'auth.login' },
  { method: 'POST', path: '/api/auth/register', procedure: 'auth.register' },
  { method: 'POST', path: '/api/auth/logout', procedure: 'auth.logout' },
  { method: 'GET', path: '/api/auth/callback/*', procedure: 'auth.callback' },
  { method: 'POST', path: '/api/auth/social', procedure: 'auth.social' },
  { method: 'GET', path: '/api/bot-gateway', procedure: 'bots.gateway' },
];

/** The same operations by procedure name, which is how the native face calls them. */
export const AUTH_PROCEDURES: ReadonlySet<string> = new Set(
  AUTH_OPERATIONS.map(({ procedure }) => procedure),
);
