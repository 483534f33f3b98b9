import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.js';
import { parseTrustedProxies } from './trusted-proxies.js';

function includes(ranges: string, text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  return parseTrustedProxies(ranges).includes(address);
}

describe('parseTrustedProxies', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.77/8', '10.1.1.1', true],
    ['192.168.0.0/16,10.0.0.0/8', '10.1.1.1', true],
    [' 192.168.0.0/16 , , 10.0.0.0/8,', '10.1.1.1', true],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '203.0.113.9', false],
    ['fd00::/8', 'fdff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['::1', '::1', true],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['::ffff:10.0.0.0/104', '11.9.9.9', false],
    ['::ffff:10.0.0.1', '10.0.0.1', true],
    ['', '127.0.0.1', false],
    ['  ', '127.0.0.1', false],
  ])('%j and %s: %s', (ranges, address, expected) => {
    expect(includes(ranges, address)).toBe(expected);
  });

  it.each([
    'nginx',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/a',
    '10.0.0.0/255.0.0.0',
    '10.0.0/8',
    '010.0.0.0/8',
    '10.0.0.0:80/8',
    '::/129',
    '[::1]/128',
    'fe80::1%eth0/64',
    '::ffff:10.0.0.0/90',
    '*',
  ])('refuses %s and names it', (bad) => {
    expect(() => parseTrustedProxies(`127.0.0.0/8, ${bad}, ::1/128`)).toThrow(
      `TRUSTED_PROXIES must be a comma-separated list of CIDRs such as 10.0.0.0/8 or fd00::/8, but holds "${bad}"`,
    );
  });
});
