import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { appRouter } from '@palaver/core';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { answeredInOrder } from '../http/answered-in-order.js';
import { createRequestLog } from '../http/request-log.js';
import { close, listen } from '../testing/listen.js';
import { requestClients } from './client-ip.js';
import { arrivalLimits, type ConnectionLimits, limitConnections } from './connection-limits.js';
import { limitRequestsUnderWay } from './requests-under-way.js';
import { parseTrustedProxies } from './trusted-proxies.js';

const LIMITS: ConnectionLimits = {
  connections: 100,
  connectionsPerAddress: 3,
  requestsPerAddress: 4,
  headersSeconds: 60,
  requestSeconds: 120,
  keepAliveSeconds: 60,
};

interface Options {
  readonly limits?: Partial<ConnectionLimits>;
  readonly trusted?: string;
  readonly stalledMs?: number;
}

async function start(listener: RequestListener, { limits, trusted = '', stalledMs }: Options = {}) {
  const all = { ...LIMITS, ...limits };
  const server = createServer({ ...arrivalLimits(all) }, answeredInOrder(listener));
  limitConnections(server, all, parseTrustedProxies(trusted), stalledMs);
  const port = await listen(server);
  onTestFinished(() => close(server));
  return { server, open: () => opened(port) };
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const answered = async (socket: Socket) => {
  socket.write(GET);
  const [data] = await once(socket, 'data');
  return String(data).slice(9, 12);
};
const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

test('an address has this many connections, and a closed one makes room', async () => {
  const { server, open } = await start((_req, res) => res.end('ok'));
  const first = await Promise.all([open(), open(), open()]);
  expect(await Promise.all(first.map(answered))).toEqual(['200', '200', '200']);
  const refused = await open();
  await once(refused.resume(), 'close');
  first[0]?.destroy();
  await expect.poll(() => connectionsOf(server)).toBe(2);
  expect(await answered(await open())).toBe('200');
});

test('a trusted proxy has as many connections as all clients together', async () => {
  const { open } = await start((_req, res) => res.end('ok'), {
    trusted: '127.0.0.1/32',
    limits: { connections: 5 },
  });
  const sockets = await Promise.all([open(), open(), open(), open(), open()]);
  expect(await Promise.all(sockets.map(answered))).toEqual(Array(5).fill('200'));
  await once((await open()).resume(), 'close');
});

test('an address has this many requests under way, and an answer that has been sent makes room', async () => {
  const clientOf = requestClients(parseTrustedProxies(''));
  const limit = limitRequestsUnderWay({ max: 4, clientOf, appRouter });
  const waiting: Array<() => void> = [];
  const requestLog = createRequestLog({
    log: pino({ level: 'silent' }),
    templates: [],
    clientOf: requestClients(parseTrustedProxies('')),
  });
  const { open } = await start(
    (req, res) => {
      requestLog.begin(req, res);
      limit(req, res, () => waiting.push(() => res.end('ok')));
    },
    { limits: { connectionsPerAddress: 10 } },
  );
  const sockets = await Promise.all(Array.from({ length: 4 }, open));
  const answers = sockets.map(answered);
  await expect.poll(() => waiting.length).toBe(4);
  const more = await open();
  expect(await answered(more)).toBe('429');
  for (const answer of waiting.splice(0)) answer();
  expect(await Promise.all(answers)).toEqual(Array(4).fill('200'));
  const again = answered(more);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect(await again).toBe('200');
});

test.each([
  ['no byte', ''],
  ['half of a head', 'GET / HTTP/1.1\r\nHos'],
  ['half of a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf'],
])('a client that sends %s is cut', async (_name, text) => {
  const { open } = await start(
    (req, res) => {
      req.resume().on('end', () => res.end('ok'));
    },
    { limits: { headersSeconds: 1, requestSeconds: 2 } },
  );
  const socket = await open();
  socket.write(text);
  await once(socket.resume(), 'close');
});

test('an idle connection is closed after the keep-alive time', async () => {
  const { open } = await start((_req, res) => res.end('ok'), { limits: { keepAliveSeconds: 1 } });
  const socket = await open();
  expect(await answered(socket)).toBe('200');
  await once(socket.resume(), 'close');
});

test('a peer that does not read is cut; one that reads slowly, and one whose answer takes long, are not', async () => {
  const bytes = 64 * 1024 * 1024;
  const { server, open } = await start(
    (req, res) => {
      if (req.url === '/late') setTimeout(() => res.end('late'), 6_000);
      else res.end(Buffer.alloc(bytes));
    },
    // Longer than a busy machine may hold up this process.
    { stalledMs: 3_000 },
  );
  const [stalled, slow, late] = await Promise.all([open(), open(), open()]);
  stalled.pause();
  stalled.write(GET);
  slow.write(GET);
  late.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
  let received = 0;
  slow.on('data', (data: Buffer) => {
    received += data.length;
    if (received < bytes / 2) {
      slow.pause();
      setTimeout(() => slow.resume(), 2);
    }
  });
  const [text] = await once(late, 'data');
  expect(String(text)).toContain('late');
  late.destroy();
  await expect.poll(() => received).toBeGreaterThan(bytes);
  slow.destroy();
  await expect.poll(() => connectionsOf(server)).toBe(0);
});
