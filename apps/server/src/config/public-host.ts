import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Names that lead nowhere outside of a machine or a private network (RFC 6761, RFC 6762, and `internal` by ICANN). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|test)$/;

/** Whether an address of the service is on the public internet, where strangers find it. A name without a dot is not. */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return ipaddr.process(host).range() === 'unicast';
  return host.includes('.') && !PRIVATE_NAME.test(host);
}
