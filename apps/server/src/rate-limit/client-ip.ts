import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import { canonicalAddress, parseAddress } from './address.js';
import type { TrustedProxies } from './trusted-proxies.js';

/** What the client's address is read from; an `IncomingMessage` is one. */
export interface AddressedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The key of connections without an address: those over a Unix socket, and those closed before they were
 * looked at. They share a bucket, and no range of `TRUSTED_PROXIES` can hold them.
 */
export const NO_ADDRESS = 'no-address';

/**
 * Tells the client's address in its canonical spelling (reference section 8, "Client IP determination"): the TCP
 * remote address, unless that is a trusted proxy's; then the leftmost element of `X-Forwarded-For`, or
 * else `X-Real-IP`.
 *
 * A leftmost element that is no address falls to `X-Real-IP` and then to the TCP address, never to the next
 * element: that one is a proxy's or whatever the sender liked to write there.
 *
 * The whole address is the client, for IPv6 as well: "Each IP has its own bucket" (section 8), and hosts
 * that share a /64 (an office, a campus, a hosting provider's customers) are different clients. Who owns a
 * whole /64 can thus use many buckets; memory stays bounded all the same (see `Limiter`), and an operator
 * who wants networks counted can have a trusted proxy write the network's address into the header.
 */
export function clientIps(trusted: TrustedProxies): (request: AddressedRequest) => string {
  // Who is at the other end does not change while a connection lasts.
  const peers = new WeakMap<object, Peer>();
  return ({ socket, headers }) => {
    let peer = peers.get(socket);
    if (peer === undefined) {
      peer = peerOf(socket.remoteAddress, trusted);
      peers.set(socket, peer);
    }
    return (peer.isTrusted ? forwardedAddress(headers) : undefined) ?? peer.address;
  };
}

interface Peer {
  /** In its canonical spelling. */
  readonly address: string;
  readonly isTrusted: boolean;
}

function peerOf(remoteAddress: string | undefined, trusted: TrustedProxies): Peer {
  const remote = parseAddress(remoteAddress ?? '');
  if (remote === undefined) return { address: NO_ADDRESS, isTrusted: false };
  return { address: canonicalAddress(remote), isTrusted: trusted.includes(remote) };
}

function forwardedAddress(headers: IncomingHttpHeaders): string | undefined {
  const list = joined(headers['x-forwarded-for']);
  // Almost every header is this; Node knows but one spelling of it.
  if (isIPv4(list)) return list;
  const client = parseAddress(leftmost(list)) ?? parseAddress(joined(headers['x-real-ip']));
  return client && canonicalAddress(client);
}

/** Repeated lines of a header are one comma-separated list (RFC 9110, 5.3). */
function joined(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '');
}

function leftmost(list: string): string {
  const comma = list.indexOf(',');
  return comma === -1 ? list : list.slice(0, comma);
}
