import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  type TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SampleApp, startSampleApp } from '../testing/sample-app.js';
import type { sampleRouter } from '../testing/sample-router.js';
import { requestClients } from './client-ip.js';
import { rateLimit } from './rate-limit.js';
import { manualClock, realOperations } from './test-support.js';
import { parseTrustedProxies } from './trusted-proxies.js';

type Router = typeof sampleRouter;

const clock = manualClock();
const clientOf = requestClients(parseTrustedProxies(''));
const limit = rateLimit({ operations: realOperations, clientOf, now: clock.now });
let app: SampleApp;
let url: string;

beforeAll(async () => {
  app = await startSampleApp({ rateLimit: limit.middleware });
  url = `${app.url}/trpc`;
});
beforeEach(() => clock.advance(60_000));
afterAll(() => app.close());

const links: [string, (url: string) => TRPCLink<Router>][] = [
  ['httpLink', (at) => httpLink({ url: at })],
  ['httpBatchLink', (at) => httpBatchLink({ url: at })],
  ['httpBatchStreamLink', (at) => httpBatchStreamLink({ url: at })],
];

describe.each(links)("tRPC's own %s", (_name, link) => {
  it('understands the 429, and may call again later', async () => {
    const client = createTRPCClient<Router>({ links: [link(url)] });
    const drain = createTRPCClient<Router>({ links: [httpLink({ url })] });
    for (let i = 0; i < 60; i += 1) expect(await drain.auth.nothing.query()).toBeNull();
    const outcomes = await Promise.allSettled([client.auth.nothing.query(), client.auth.nothing.query()]);
    for (const outcome of outcomes) {
      expect(outcome.status).toBe('rejected');
      // `allSettled` does not type its reasons; every rejection of a tRPC client is a TRPCClientError.
      const error = (outcome as PromiseRejectedResult).reason as TRPCClientError<Router>;
      expect(error.message).toBe('rate limit exceeded');
      expect(error.data).toEqual({ code: 'TOO_MANY_REQUESTS', httpStatus: 429, path: 'auth.nothing' });
      expect(error.shape?.code).toBe(-32029);
    }
    clock.advance(500);
    expect(await Promise.all([client.auth.nothing.query(), client.auth.nothing.query()])).toEqual([
      null,
      null,
    ]);
  });
});
