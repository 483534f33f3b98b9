import type { IncomingMessage } from 'node:http';
import { queryOf, rawPath } from '../rate-limit/request-target.js';

/** What serves a WebSocket here. */
const DOORS = { '/api/ws': 'socket', '/api/bot-gateway': 'bots', '/trpc': 'native' } as const;
export type Door = (typeof DOORS)[keyof typeof DOORS];

/** What a request brings to show who makes it; checked by nobody yet. */
export interface Credentials {
  readonly token: string | null;
  readonly ticket: string | null;
}

/** RFC 6750, 2.1: `Bearer` in any case. */
const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Which door a target leads to; null for none. The target is compared as it stands, because building a URL of it and
 * of whatever `Host` says is a way to crash.
 */
export function doorOf(target: string): Door | null {
  const path = rawPath(target);
  for (const [known, door] of Object.entries(DOORS)) {
    if (path === known) return door;
  }
  return null;
}

/** The header, else the ticket, else the token of the query. Cookies never count. */
export function credentialsOf({ headers, url = '' }: IncomingMessage): Credentials {
  const query = queryOf(url);
  const { authorization } = headers;
  if (authorization !== undefined) return { token: BEARER.exec(authorization)?.[1] ?? '', ticket: null };
  const ticket = query.get('ticket');
  return ticket === null ? { token: query.get('token'), ticket } : { token: null, ticket };
}

/** Whether tRPC's client announces that its first message will say who it is. */
export function sendsParameters({ url = '' }: IncomingMessage): boolean {
  return queryOf(url).get('connectionParams') === '1';
}

/** Whether the upgrade asks for a WebSocket, and not for some other protocol. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Whether `Host` makes a URL, as tRPC's adapter takes for granted. */
export function hostReadable({ headers }: IncomingMessage): boolean {
  return URL.canParse(`http://${headers.host ?? 'localhost'}`);
}

/** Whether a page of this origin may connect. Who is no browser sends none. */
export function originAllowed(
  origin: string | undefined,
  allowedOrigins: readonly string[],
  publicUrl: string,
): boolean {
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === new URL(publicUrl).host;
}
