import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The longest text of an address: an uncompressed IPv6 address, brackets, zone id and port included. */
const LONGEST = 100;

const BRACKETED = /^\[([^[\]]*)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
const DOTTED_TAIL = /:(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

/**
 * Reads an address as proxies and sockets write it: a port (`192.0.2.1:80`, `[2001:db8::1]:80`) and a zone id
 * (`fe80::1%eth0`, RFC 4007) are dropped, and an IPv4-mapped address (RFC 4291, 2.5.5.2) becomes its IPv4 address.
 * Undefined for anything else, such as a name, `unknown` or an octal number.
 */
export function parseAddress(text: string): Address | undefined {
  // The usual case. Node's check refuses octal numbers.
  if (isIPv4(text)) return new ipaddr.IPv4(text.split('.').map(Number));
  if (text.length > LONGEST) return undefined;
  const bare = withoutZone(withoutPort(text.trim()));
  // ipaddr.js alone would also accept `0x7f.1`, `0177.0.0.1` and `2130706433`.
  if (isIP(bare) === 0) return undefined;
  return ipaddr.process(withoutDottedTail(bare));
}

/**
 * The one spelling of an address: dotted decimal, or RFC 5952. The text is built from the parsed bytes, because a slice of
 * a header would keep the whole header in memory for as long as it is the key of a bucket.
 */
export function canonicalAddress(address: Address): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

/**
 * The network that an address in its canonical spelling belongs to: itself for IPv4, its /64 for IPv6, all of which one
 * customer has (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const prefix = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${new ipaddr.IPv6([...prefix, 0, 0, 0, 0]).toRFC5952String()}/64`;
}

function withoutPort(text: string): string {
  return BRACKETED.exec(text)?.[1] ?? IPV4_WITH_PORT.exec(text)?.[1] ?? text;
}

function withoutZone(text: string): string {
  const zone = text.indexOf('%');
  return zone === -1 ? text : text.slice(0, zone);
}

/** `::ffff:192.0.2.1` as `::ffff:c000:201`, because ipaddr.js also reads `::192.0.2.1`, which is not mapped, as IPv4. */
function withoutDottedTail(text: string): string {
  return text.replace(
    DOTTED_TAIL,
    (_tail, a: string, b: string, c: string, d: string) => `:${hexGroup(a, b)}:${hexGroup(c, d)}`,
  );
}

function hexGroup(high: string, low: string): string {
  return (Number(high) * 256 + Number(low)).toString(16);
}
