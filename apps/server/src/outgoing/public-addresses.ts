import { type LookupAddress, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Networks that the operator allows. */
export type Networks = ReadonlyArray<[Address, number]>;

/** The addresses of IPv6 that are given to anybody (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Of the host of a virtual machine at Azure, which answers with the secrets of the machine. */
const WIRE_SERVER = '168.63.129.16';

/** A host whose address is not called. It has no text of the address. */
export class AddressError extends Error {}

/**
 * Whether an address is of the public internet: none of this machine, of a private network, of a provider's metadata, and none
 * that leads to an IPv4 address by translation or a tunnel (NAT64, 6to4, Teredo).
 */
export function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST);
  return address.toString() !== WIRE_SERVER;
}

/** `https:` calls public addresses and those of the networks, `http:` those of the networks alone. */
export function mayCall(text: string, protocol: string, networks: Networks): boolean {
  if (isIP(text) === 0) return false;
  // An IPv4-mapped address is its IPv4 address.
  const address = ipaddr.process(text);
  const isAllowed = networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
  return isAllowed || (protocol === 'https:' && isPublic(address));
}

/** Throws `AddressError` for a URL that has an address which is not called. A name is looked at by `guardedLookup`. */
export function requireAddress({ hostname, protocol }: URL, networks: Networks): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !mayCall(host, protocol, networks)) throw new AddressError();
}

/**
 * Resolves a name for one connection, which is made to an address of this answer and of no other. All of its addresses must be
 * ones that are called: a name that has others as well is one that somebody tries.
 */
export function guardedLookup(protocol: string, networks: Networks): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      const [first] = found;
      if (!first || !found.every(({ address }) => mayCall(address, protocol, networks)))
        return callback(new AddressError(), '', 0);
      if (options.all) return callback(null, found);
      return callback(null, first.address, first.family);
    });
  };
}
