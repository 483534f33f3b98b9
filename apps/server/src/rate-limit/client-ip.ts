import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import type { RequestClient } from '../http/request-client.js';
import { type Address, canonicalAddress, parseAddress } from './address.js';
import type { TrustedProxies } from './trusted-proxies.js';

/** The part of an `IncomingMessage` that the client's address is read from. */
export interface AddressedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The key of connections without an address: those over a Unix socket, and those that have closed already. They share a
 * bucket, and no range of `TRUSTED_PROXIES` contains them.
 */
export const NO_ADDRESS = 'no-address';

/** Finds the client of a request. */
export type ClientOf = (request: AddressedRequest) => RequestClient;

/**
 * Makes the function that finds the client of a request and its address in canonical spelling (docs/reference.md,
 * section 8, "Client IP determination"): the TCP remote address, unless that is a trusted proxy's; then the leftmost
 * element of `X-Forwarded-For` that is an address, or else `X-Real-IP`.
 *
 * An element that is no address, such as `unknown` (RFC 7239, 6.2), is passed over. Otherwise all whose proxy does not say who they
 * are, or who write such an element themselves, would share the bucket of the proxy, and a single one could empty it.
 *
 * An IPv6 client is the whole address, because "each IP has its own bucket", and hosts that share a /64 (an office, the
 * customers of a hosting provider) are different clients. The owner of a /64 can therefore use many buckets; `Limiter`
 * bounds the memory, and an operator can have a trusted proxy send the address of the network instead.
 */
export function requestClients(trusted: TrustedProxies): ClientOf {
  // The peer stays the same for the whole connection.
  const peers = new WeakMap<object, RequestClient>();
  // The log and the limiters ask about the same request, one after the other.
  let last: { readonly request: AddressedRequest; readonly client: RequestClient } | undefined;

  function find({ socket, headers }: AddressedRequest): RequestClient {
    let peer = peers.get(socket);
    if (peer === undefined) {
      peer = peerOf(socket.remoteAddress, trusted);
      peers.set(socket, peer);
    }
    const address = peer.isProxied ? forwardedAddress(headers) : undefined;
    return address === undefined ? peer : { address, isProxied: true };
  }

  return (request) => {
    if (last?.request !== request) last = { request, client: find(request) };
    return last.client;
  };
}

/** The peer of a connection, for requests that name no other client. */
function peerOf(remoteAddress: string | undefined, trusted: TrustedProxies): RequestClient {
  const remote = parseAddress(remoteAddress ?? '');
  if (remote === undefined) return { address: NO_ADDRESS, isProxied: false };
  return { address: canonicalAddress(remote), isProxied: trusted.includes(remote) };
}

function forwardedAddress(headers: IncomingHttpHeaders): string | undefined {
  const list = joined(headers['x-forwarded-for']);
  // The usual case. Node accepts one spelling of an IPv4 address only.
  if (isIPv4(list)) return list;
  const client = leftmostAddress(list) ?? parseAddress(joined(headers['x-real-ip']));
  return client && canonicalAddress(client);
}

/** Repeated lines of a header are one comma-separated list (RFC 9110, 5.3). */
function joined(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '');
}

/** The header has at most 16 KiB. */
function leftmostAddress(list: string): Address | undefined {
  for (const element of list.split(',')) {
    const address = parseAddress(element);
    if (address !== undefined) return address;
  }
  return undefined;
}
