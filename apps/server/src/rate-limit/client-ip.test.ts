import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_ADDRESS, requestClients } from './client-ip.js';
import { parseTrustedProxies } from './trusted-proxies.js';

const PROXY = '10.1.2.3';
const trusted = parseTrustedProxies('10.0.0.0/8, fd00::/8');

function ip(remoteAddress: string | undefined, headers: IncomingHttpHeaders = {}): string {
  return requestClients(trusted)({ headers, socket: { remoteAddress } }).address;
}

describe('without a trusted proxy', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('is the TCP address: %s is %s', (remote, expected) => {
    expect(ip(remote)).toBe(expected);
  });

  it('ignores forwarded headers', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' };
    expect(ip('192.0.2.1', headers)).toBe('192.0.2.1');
    expect(ip('2001:db8::1', headers)).toBe('2001:db8::1');
    expect(ip('11.0.0.0', headers)).toBe('11.0.0.0');
    expect(ip('9.255.255.255', headers)).toBe('9.255.255.255');
  });

  it.each([undefined, '', '/run/palaver.sock'])(
    'finds no address for %s, and ignores its headers',
    (remote) => {
      expect(ip(remote)).toBe(NO_ADDRESS);
      expect(ip(remote, { 'x-forwarded-for': '203.0.113.9' })).toBe(NO_ADDRESS);
    },
  );
});

describe('behind a trusted proxy', () => {
  it.each([PROXY, `::ffff:${PROXY}`, 'fd12::1', '10.0.0.0', '10.255.255.255'])(
    'at %s reads the headers',
    (proxy) => {
      expect(ip(proxy, { 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9');
    },
  );

  it.each<[string, IncomingHttpHeaders, string]>([
    ['no header at all', {}, PROXY],
    ['one element', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
    ['the leftmost of several', { 'x-forwarded-for': '203.0.113.9, 198.51.100.1, 10.9.9.9' }, '203.0.113.9'],
    [
      'XFF before X-Real-IP',
      { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '198.51.100.1' },
      '203.0.113.9',
    ],
    ['X-Real-IP alone', { 'x-real-ip': '198.51.100.1' }, '198.51.100.1'],
    ['an empty XFF', { 'x-forwarded-for': '', 'x-real-ip': '198.51.100.1' }, '198.51.100.1'],
    ['a leftmost that is itself trusted', { 'x-forwarded-for': '10.0.0.7, 203.0.113.9' }, '10.0.0.7'],
    ['a port', { 'x-forwarded-for': '203.0.113.9:4711' }, '203.0.113.9'],
    ['a bracketed IPv6 with port', { 'x-forwarded-for': '[2001:DB8::9]:4711, 10.0.0.1' }, '2001:db8::9'],
    ['a mapped address', { 'x-forwarded-for': '::ffff:203.0.113.9' }, '203.0.113.9'],
    ['a port in X-Real-IP', { 'x-real-ip': '[2001:db8::9]:1' }, '2001:db8::9'],
    ['several lines', { 'x-forwarded-for': ['203.0.113.9', '198.51.100.1'] }, '203.0.113.9'],
  ])('reads %s', (_what, headers, expected) => {
    expect(ip(PROXY, headers)).toBe(expected);
  });

  it.each([
    'unknown',
    '_hidden',
    '',
    ' ',
    'evil.example',
    '127.1',
    '0x7f000001',
    '203.0.113.9/24',
    '"203.0.113.9"',
    '-',
  ])('passes over %j, which is no address', (first) => {
    const list = `${first}, 198.51.100.77, 198.51.100.78`;
    expect(ip(PROXY, { 'x-forwarded-for': list, 'x-real-ip': '203.0.113.5' })).toBe('198.51.100.77');
    expect(ip(PROXY, { 'x-forwarded-for': list })).toBe('198.51.100.77');
    expect(ip(PROXY, { 'x-forwarded-for': `${first}, ${first}`, 'x-real-ip': '203.0.113.5' })).toBe(
      '203.0.113.5',
    );
    expect(ip(PROXY, { 'x-forwarded-for': first, 'x-real-ip': 'unknown' })).toBe(PROXY);
  });

  it('ignores a repeated X-Real-IP, which names two clients', () => {
    expect(ip(PROXY, { 'x-real-ip': '203.0.113.9, 203.0.113.10' })).toBe(PROXY);
  });

  it('distinguishes the hosts of one IPv6 network: each IP has its own bucket', () => {
    expect(ip(PROXY, { 'x-forwarded-for': '2001:db8::1' })).not.toBe(
      ip(PROXY, { 'x-forwarded-for': '2001:db8::2' }),
    );
  });

  it('finds an address whatever the headers contain', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (forwardedFor, realIp) => {
        const headers = { 'x-forwarded-for': forwardedFor, 'x-real-ip': realIp };
        expect(ip(PROXY, headers)).toMatch(/^[\da-f:.]+$/);
      }),
    );
  });
});
