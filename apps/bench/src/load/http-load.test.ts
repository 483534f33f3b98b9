import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { runHttpJob } from './http-load.js';
import type { PreparedRequest } from './job.js';

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

test('exactly so many requests are made, in turn, each from another client', async () => {
  const seen: { path: string; client: string }[] = [];
  const url = await listen((incoming, response) => {
    seen.push({ path: incoming.url ?? '', client: String(incoming.headers['x-forwarded-for']) });
    incoming.resume().on('end', () => response.writeHead(201).end('{}'));
  });

  const job = { url, connections: 4, amount: 90, status: 201, requests: ['/a', '/b', '/c'].map(request) };
  const outcome = await runHttpJob(job);

  expect(outcome.operations).toBe(90);
  expect(outcome.p50Ms).toBeGreaterThan(0);
  expect(outcome.p99Ms).toBeGreaterThanOrEqual(outcome.p50Ms);
  expect(seen).toHaveLength(90);
  expect(new Set(seen.map(({ client }) => client)).size).toBe(90);
  for (const path of ['/a', '/b', '/c']) expect(seen.filter((one) => one.path === path)).toHaveLength(30);
});

test('one refused request fails the run', async () => {
  let count = 0;
  const url = await listen((incoming, response) => {
    count += 1;
    const status = count === 17 ? 429 : 201;
    incoming.resume().on('end', () => response.writeHead(status).end('{}'));
  });

  const run = runHttpJob({ url, connections: 2, amount: 40, status: 201, requests: [request('/')] });

  await expect(run).rejects.toThrow(/40 of 40 requests .* not 201: 1 × 429/);
});

test('a connection that is cut fails the run', async () => {
  let count = 0;
  const url = await listen((incoming, response) => {
    count += 1;
    if (count === 5) incoming.socket.resetAndDestroy();
    else incoming.resume().on('end', () => response.writeHead(201).end('{}'));
  });

  const run = runHttpJob({ url, connections: 2, amount: 40, status: 201, requests: [request('/')] });

  await expect(run).rejects.toThrow(/ECONNRESET/);
});
