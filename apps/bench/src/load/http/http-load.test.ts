import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { PreparedRequest } from '../common/prepared-request.js';
import { runHttpJob } from './http-load.js';

const request = (path: string): PreparedRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
  body: '{"content":"Hello"}',
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return `http://127.0.0.1:${address.port}`;
}

test('sends exactly the given number of requests, in turn, each from another client', async () => {
  const seen: { path: string; client: string }[] = [];
  const url = await listen((incoming, response) => {
    seen.push({ path: incoming.url ?? '', client: String(incoming.headers['x-forwarded-for']) });
    incoming.resume().on('end', () => response.writeHead(201).end('{}'));
  });

  const job = {
    urls: [url],
    connections: 4,
    amount: 90,
    status: 201,
    requests: ['/a', '/b', '/c'].map(request),
  };
  const outcome = await runHttpJob(job);

  expect(outcome.operations).toBe(90);
  expect(outcome.p50Ms).toBeGreaterThan(0);
  expect(outcome.p99Ms).toBeGreaterThanOrEqual(outcome.p50Ms);
  expect(seen).toHaveLength(90);
  expect(new Set(seen.map(({ client }) => client)).size).toBe(90);
  for (const path of ['/a', '/b', '/c'])
    expect(seen.filter((request) => request.path === path)).toHaveLength(30);
});

test('fails when one response has another status', async () => {
  let count = 0;
  const url = await listen((incoming, response) => {
    count += 1;
    const status = count === 17 ? 429 : 201;
    incoming.resume().on('end', () => response.writeHead(status).end('{}'));
  });

  const job = runHttpJob({ urls: [url], connections: 2, amount: 40, status: 201, requests: [request('/')] });

  await expect(job).rejects.toThrow(/40 of 40 requests .* not with 201: 1 × 429/);
});

test('fails when a connection is reset', async () => {
  let count = 0;
  const url = await listen((incoming, response) => {
    count += 1;
    if (count === 5) incoming.socket.resetAndDestroy();
    else incoming.resume().on('end', () => response.writeHead(201).end('{}'));
  });

  const job = runHttpJob({ urls: [url], connections: 2, amount: 40, status: 201, requests: [request('/')] });

  await expect(job).rejects.toThrow(/ECONNRESET/);
});
