import type { IncomingMessage } from 'node:http';
import { parseAddress } from './address.js';
import type { TrustedProxies } from './trusted-proxies.js';

/**
 * Makes the function that finds by which scheme a client sent a request. The service itself serves HTTP; a trusted proxy
 * says in `X-Forwarded-Proto` what it was asked by. The leftmost element counts, as with the client's address.
 */
export function requestSchemes(trusted: TrustedProxies): (req: IncomingMessage) => 'http' | 'https' {
  return ({ headers, socket }) => {
    const remote = parseAddress(socket.remoteAddress ?? '');
    if (remote === undefined || !trusted.includes(remote)) return 'http';
    const [first = ''] = String(headers['x-forwarded-proto'] ?? '').split(',');
    return first.trim().toLowerCase() === 'https' ? 'https' : 'http';
  };
}
