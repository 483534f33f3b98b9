import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { close, listen } from '../testing/listen.js';
import { guardedLookup, mayCall } from './public-addresses.js';
import { createWebhookSender } from './webhook-sender.js';
import { LOOPBACK } from './webhooks.fixture.js';

const REFUSED: ReadonlyArray<readonly [name: string, ...addresses: string[]]> = [
  [
    'this machine',
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
  ],
  ['private networks', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  ['link-local', '169.254.0.1', 'fe80::1', 'fec0::1'],
  [
    'metadata',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    '168.63.129.16',
    '100.100.100.200',
  ],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  [
    'reserved',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
    '4000::1',
  ],
  [
    'translated and tunnelled',
    '64:ff9b::7f00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001::1',
    '::127.0.0.1',
  ],
  ['no addresses', '', 'localhost', '0x7f.1', '2130706433', '127.1', '[::1]'],
];

describe.each(REFUSED)('addresses of %s', (_name, ...addresses) => {
  test.each(addresses)('%s is not called', (address) => {
    expect(mayCall(address, 'https:', [])).toBe(false);
  });
});

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
  '%s is called, by https alone',
  (address) => {
    expect(mayCall(address, 'https:', [])).toBe(true);
    expect(mayCall(address, 'http:', [])).toBe(false);
  },
);

test('what the operator allows is called, and nothing else that is private', () => {
  for (const protocol of ['http:', 'https:']) {
    expect(mayCall('127.0.0.1', protocol, LOOPBACK)).toBe(true);
    expect(mayCall('::ffff:127.0.0.1', protocol, LOOPBACK)).toBe(true);
    expect(mayCall('::1', protocol, LOOPBACK)).toBe(true);
    expect(mayCall('10.0.0.1', protocol, LOOPBACK)).toBe(false);
  }
});

/** What a lookup of a name gives; null for an error. */
const lookUp = (networks: typeof LOOPBACK) =>
  new Promise<string | null>((resolve) => {
    guardedLookup('https:', networks)('localhost', { all: true }, (error, found) => {
      resolve(error ? null : (JSON.stringify(found) ?? null));
    });
  });

test('a name is called by the addresses that were checked', async () => {
  expect(await lookUp([])).toBeNull();
  expect(await lookUp(LOOPBACK)).toMatch(/127\.0\.0\.1|::1/);
});

describe('a sender', () => {
  let calls = 0;
  let port: number;
  const server = createServer((_req, res) => {
    calls++;
    res.end();
  });
  beforeAll(async () => {
    port = await listen(server);
  });
  beforeEach(() => {
    calls = 0;
  });
  afterAll(() => close(server));

  const call = (url: string) => ({ url, id: 'msg_1', at: new Date(), body: '{}', keys: [Buffer.alloc(32)] });

  test.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://[::ffff:127.0.0.1]',
    'http://2130706433',
    'http://0x7f.1',
    'https://127.0.0.1',
    'https://localhost',
  ])('makes no connection to %s', async (origin) => {
    const sender = createWebhookSender([], 2_000);
    expect(await sender.send(call(`${origin}:${port}/`))).toMatchObject({ status: null, failure: 'address' });
    expect(calls).toBe(0);
    await sender.close();
  });

  test('calls what is allowed, and hears when to come again', async () => {
    const sender = createWebhookSender(LOOPBACK, 2_000);
    expect(await sender.send(call(`http://127.0.0.1:${port}/`))).toMatchObject({
      status: 200,
      failure: null,
    });
    expect(await sender.send(call('http://receiver.invalid/'))).toMatchObject({
      status: null,
      failure: 'connection',
    });
    expect(calls).toBe(1);
    await sender.close();
  });

  test.each([
    ['120', 120_000, 120_000],
    [new Date(Date.now() + 3_600_000).toUTCString(), 3_000_000, 3_600_000],
    ['soon', null, null],
    ['-1', null, null],
  ])('reads the header Retry-After %s', async (header, atLeast, atMost) => {
    const busy = createServer((_req, res) => void res.writeHead(503, { 'Retry-After': header }).end());
    const sender = createWebhookSender(LOOPBACK, 2_000);
    const { retryAfterMs } = await sender.send(call(`http://127.0.0.1:${await listen(busy)}/`));
    if (atLeast === null) expect(retryAfterMs).toBeNull();
    else {
      expect(retryAfterMs).toBeGreaterThanOrEqual(atLeast);
      expect(retryAfterMs).toBeLessThanOrEqual(atMost ?? 0);
    }
    await sender.close();
    await close(busy);
  });
});
