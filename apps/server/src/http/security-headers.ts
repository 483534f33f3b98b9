import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * Helmet's headers with a policy for answers that are data: nothing in them may load, run or be framed. CORS, not
 * CORP, decides who reads an answer, and avatars are shown on other origins. They are the same for every answer, so
 * helmet is asked once.
 */
export function securityHeaders(): ReadonlyArray<readonly [name: string, value: string]> {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  write(req, res, (error) => {
    if (error) throw error;
  });
  return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]);
}
