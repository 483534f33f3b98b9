import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { requestSchemes } from './request-scheme.js';
import { parseTrustedProxies } from './trusted-proxies.js';

test.each([
  ['10.0.0.1', 'https', 'https'],
  ['10.0.0.1', 'HTTPS, http', 'https'],
  ['10.0.0.1', 'http, https', 'http'],
  ['10.0.0.1', 'wss', 'http'],
  ['10.0.0.1', undefined, 'http'],
  ['192.0.2.1', 'https', 'http'],
])('from %s with X-Forwarded-Proto %s: %s', (remoteAddress, header, scheme) => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const req = new IncomingMessage(socket);
  if (header !== undefined) req.headers['x-forwarded-proto'] = header;
  expect(requestSchemes(parseTrustedProxies('10.0.0.0/8'))(req)).toBe(scheme);
});
