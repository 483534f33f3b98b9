import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress, networkOf, parseAddress } from './address.js';

function canonical(text: string): string | undefined {
  const address = parseAddress(text);
  return address && canonicalAddress(address);
}

describe('parseAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['  192.0.2.1\t', '192.0.2.1'],
    ['192.0.2.1:8080', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    ['::', '::'],
    ['::1', '::1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    // IPv4-compatible, which is deprecated and not mapped (RFC 4291, 2.5.5.1).
    ['::192.0.2.1', '::c000:201'],
  ])('reads %s as %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'unknown',
    '_hidden',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '010.0.0.1',
    '256.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.4/32',
    '1.2.3.4:',
    '1.2.3.4:http',
    '"192.0.2.1"',
    '::1::',
    '2001:db8::1]:80',
    '[2001:db8::1',
    '[2001:db8::1]x',
    '[]',
    '12345::',
    '1:2:3:4:5:6:7:8:9',
    '::ffff:1.2.3.400',
    '١.٢.٣.٤',
    '1.2.3.4\u0000',
    '1.2.3.4 5.6.7.8',
    `${' '.repeat(200)}1.2.3.4`,
    '1'.repeat(100_000),
  ])('reads no address in %j', (text) => {
    expect(canonical(text)).toBeUndefined();
  });

  it('gives each IPv4 address one spelling', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        for (const text of [ip, `${ip}:1`, `::ffff:${ip}`, `[::FFFF:${ip}]:1`, `0::ffff:${ip}`]) {
          expect(canonical(text)).toBe(ip);
        }
      }),
    );
  });

  it('spells IPv6 as the URL standard does, without zone and port', () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        const expected = new URL(`http://[${ip}]`).hostname.slice(1, -1);
        fc.pre(!expected.startsWith('::ffff:'));
        for (const text of [ip, ip.toUpperCase(), `[${ip}]:80`, `${ip}%en0`])
          expect(canonical(text)).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never throws, and reads back what it writes', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789abf:.[]%/ ') }));
    fc.assert(
      fc.property(texts, (text) => {
        const first = canonical(text);
        expect(canonical(first ?? '')).toBe(first);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
  ])('of %s is %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});
