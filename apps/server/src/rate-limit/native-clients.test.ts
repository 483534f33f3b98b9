import http from 'node:http';
import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  type TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { initTRPC } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimit } from './middleware.js';
import { close, listen, manualClock, nameRequest } from './test-support.js';
import { parseTrustedProxies } from './trusted-proxies.js';

const t = initTRPC.create();
const router = t.router({ ping: t.procedure.query(() => 'pong') });
const clock = manualClock();
const trustedProxies = parseTrustedProxies('');
const limit = rateLimit({ resolveOperation: () => undefined, trustedProxies, now: clock.now });
const server = http.createServer(
  express().use(nameRequest, limit.middleware).use('/trpc', createExpressMiddleware({ router })),
);
let url: string;

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}/trpc`;
});
beforeEach(() => clock.turn(60_000));
afterAll(() => close(server));

const links: [string, (url: string) => TRPCLink<typeof router>][] = [
  ['httpLink', (at) => httpLink({ url: at })],
  ['httpBatchLink', (at) => httpBatchLink({ url: at })],
  ['httpBatchStreamLink', (at) => httpBatchStreamLink({ url: at })],
];

describe.each(links)("tRPC's own %s", (_name, link) => {
  it('understands the 429, and that it may come again', async () => {
    const client = createTRPCClient<typeof router>({ links: [link(url)] });
    const drain = createTRPCClient<typeof router>({ links: [httpLink({ url })] });
    for (let i = 0; i < 60; i += 1) expect(await drain.ping.query()).toBe('pong');
    const outcomes = await Promise.allSettled([client.ping.query(), client.ping.query()]);
    for (const outcome of outcomes) {
      expect(outcome.status).toBe('rejected');
      // `allSettled` does not type its reasons; every rejection of a tRPC client is a TRPCClientError.
      const error = (outcome as PromiseRejectedResult).reason as TRPCClientError<typeof router>;
      expect(error.message).toBe('rate limit exceeded');
      expect(error.data).toEqual({ code: 'TOO_MANY_REQUESTS', httpStatus: 429, path: 'ping' });
      expect(error.shape?.code).toBe(-32029);
    }
    clock.turn(500);
    expect(await Promise.all([client.ping.query(), client.ping.query()])).toEqual(['pong', 'pong']);
  });
});
