import ipaddr from 'ipaddr.js';
import { type Address, parseAddress } from './address.js';

/** The ranges whose forwarded headers are trusted (docs/reference.md, section 8, "Client IP determination"). */
export interface TrustedProxies {
  includes(address: Address): boolean;
}

interface Range {
  readonly network: Address;
  readonly bits: number;
}

const CIDR = /^([^/%[\]]+)(?:\/(\d{1,3}))?$/;
/** The bits of `::ffff:0:0/96` before the IPv4 address in an IPv4-mapped one (RFC 4291, 2.5.5.2). */
const MAPPED_PREFIX_BITS = 96;

/**
 * Reads `TRUSTED_PROXIES`, a comma-separated list of CIDRs (RFC 4632; RFC 4291, 2.3). An address without a prefix is the
 * range of that one address, bits below the prefix are ignored, blank elements are skipped. Throws an error that names the
 * first element that is no range.
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const ranges = text
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '')
    .map(parseRange);
  return { includes: (address) => ranges.some((range) => contains(range, address)) };
}

function parseRange(text: string): Range {
  const [, base = '', prefix] = CIDR.exec(text) ?? [];
  // `parseAddress` accepts a port, and a range has none.
  const network = /\.\d+:/.test(base) ? undefined : parseAddress(base);
  if (network === undefined) throw new Error(problem(text, 'it is not an address and a prefix length'));
  const mapped = base.includes(':') && network instanceof ipaddr.IPv4;
  const longest = network instanceof ipaddr.IPv4 ? 32 : 128;
  const bits = prefix === undefined ? longest : Number(prefix) - (mapped ? MAPPED_PREFIX_BITS : 0);
  if (bits < 0 || bits > longest) throw new Error(problem(text, `/${prefix} is not a prefix length there`));
  return { network, bits };
}

function contains({ network, bits }: Range, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function problem(element: string, reason: string): string {
  return `TRUSTED_PROXIES must be a comma-separated list of CIDRs such as 10.0.0.0/8 or fd00::/8, but holds ${JSON.stringify(element)}: ${reason}.`;
}
