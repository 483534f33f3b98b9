import type { IncomingMessage } from 'node:http';
import { NATIVE_MOUNT } from '../http/native-path.js';
import { pathOf } from '../http/request-target.js';

/** The paths that serve a WebSocket. */
const ENDPOINTS = { '/api/ws': 'socket', '/api/bot-gateway': 'bots', [NATIVE_MOUNT]: 'native' } as const;
export type Endpoint = (typeof ENDPOINTS)[keyof typeof ENDPOINTS];

/**
 * The endpoint of a request target; null for any other path. The path is compared as it was sent, because `new URL` throws
 * for some targets and `Host` headers.
 */
export function endpointOf(target: string): Endpoint | null {
  const path = pathOf({ url: target });
  for (const [known, endpoint] of Object.entries(ENDPOINTS)) {
    if (path === known) return endpoint;
  }
  return null;
}

/** Whether the upgrade is to a WebSocket, and not to another protocol. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Whether `Host` can be parsed as part of a URL, which tRPC's adapter does without a check. */
export function hasValidHost({ headers }: IncomingMessage): boolean {
  return URL.canParse(`http://${headers.host ?? 'localhost'}`);
}

/**
 * Whether a page of this origin may connect: scheme, host and port are those of one of these URLs. Only browsers send an
 * origin.
 */
export function originAllowed(origin: string | undefined, allowedUrls: readonly string[]): boolean {
  if (origin === undefined) return true;
  const asked = originOf(origin);
  return asked !== null && allowedUrls.some((url) => originOf(url) === asked);
}

/** Null for what is no URL, and for a URL without an origin of its own, such as that of a file. */
function originOf(url: string): string | null {
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: 'null' };
  return origin === 'null' ? null : origin;
}
