import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Helmet's headers with a policy for answers that are data: nothing in them may load, run or be framed. CORS, not
 * CORP, decides who reads an answer, and avatars are shown on other origins.
 */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
}
