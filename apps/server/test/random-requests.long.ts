import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Client } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { expectError, expectNoInternals, expectPublic } from './hostile/expect-error.js';
import { createFixtureIn, type HostileFixture } from './hostile/fixture.js';
import { expectInvariants, expectNoDeadlocks } from './hostile/invariants.js';
import { type HostileRequest, operationsOf, requestsFor } from './hostile/requests.js';

const ROUNDS_MAX = 30;
/** No round begins after this; the first is always completed, however slow the machine. */
const SECONDS = 45;
const REQUESTS_PER_OPERATION = 3;
const CONCURRENCY = 16;
/** How often a request is repeated that is answered with 503 `BUSY`. */
const RETRY_DELAY_MS = 100;

/** After these every other request would be answered with 401 or 404, so a round sends them last. */
const LAST = new Set([
  'servers.delete',
  'channels.delete',
  'auth.logout',
  'auth.endSession',
  'auth.changePassword',
  'users.deleteMe',
  'admin.deleteUser',
  'admin.eraseUser',
  'erasures.eraseChannel',
  'erasures.eraseMember',
]);

/** The codes that tell the client to try again. */
const AGAIN = ['BUSY', 'SEARCH_BEHIND'] as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('every request that the document allows or nearly allows is answered as the document says', async () => {
  const statuses = new Map<number, number>();
  const called = new Set<string>();
  const end = performance.now() + SECONDS * 1000;
  for (let round = 0; round === 0 || (round < ROUNDS_MAX && performance.now() < end); round++) {
    const fixture = await createFixtureIn(service);
    const requests = randomRequests(fixture);
    const isLast = ({ operation }: HostileRequest) => LAST.has(operation);
    for (const part of [requests.filter((request) => !isLast(request)), requests.filter(isLast)]) {
      await inParallel(part, async (request) => {
        const status = await send(fixture, request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        called.add(request.operation);
      });
    }
    expect((await fixture.owner.get('/health')).status).toBe(200);
  }
  await expectInvariants({ url: service.databaseUrl });
  await expectNoDeadlocks({ url: service.databaseUrl });
  report(statuses);
  expect([...called].sort()).toEqual(operationsOf(service.document).map(nameOf).sort());
  // If nearly every request is refused, the generator is broken.
  expect(sumOf(statuses, (status) => status < 300)).toBeGreaterThan(sumOf(statuses, () => true) / 5);
});

const nameOf = ({ described }: { described: { operationId?: string } }) => described.operationId ?? '';

/** The requests of one round: some for each operation, in random order. */
function randomRequests({ ids }: HostileFixture): HostileRequest[] {
  const { document } = service;
  const source = { document, ids: Object.values(ids).flat() };
  const requests = operationsOf(document).flatMap((operation) =>
    fc.sample(requestsFor(source, ids, operation), REQUESTS_PER_OPERATION),
  );
  const [shuffled = []] = fc.sample(fc.shuffledSubarray(requests, { minLength: requests.length }), 1);
  return shuffled;
}

/** Sends a request and checks its answer. An error contains the whole request, so that it can be sent again. */
async function send({ owner }: HostileFixture, request: HostileRequest): Promise<number> {
  try {
    const answer = await answerOf(owner, request);
    expect(answer.status).toBeLessThan(500);
    // Webhooks answer in the words of those who call them.
    if (/^incomingWebhooks\.(?:post|\w+AsDiscord)/.test(request.operation)) expectNoInternals(answer.text);
    else if (answer.status >= 400) expectPublic(answer);
    return answer.status;
  } catch (cause) {
    throw new Error(`${JSON.stringify(request).slice(0, 2000)}\n${String(cause)}`, { cause });
  }
}

/**
 * The first answer that does not tell the client to try again. Requests that change the same server wait for one lock,
 * and on a loaded machine some wait longer than `lock_timeout` (2 s); a search waits 3 s for what has been posted
 * before it.
 */
async function answerOf(owner: Client, request: HostileRequest): Promise<Answer> {
  const { method, path, headers, raw } = request;
  const options = { headers, ...(raw === undefined ? {} : { raw }) };
  for (let retries = 0; ; retries++) {
    const answer = await owner.call(method, path, undefined, options);
    const code = AGAIN.find((one) => one === answer.body?.code);
    if (code === undefined) return answer;
    expectError(answer, code);
    await setTimeout((retries + 1) * RETRY_DELAY_MS);
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

function sumOf(statuses: ReadonlyMap<number, number>, which: (status: number) => boolean): number {
  return [...statuses].reduce((sum, [status, count]) => sum + (which(status) ? count : 0), 0);
}

function report(statuses: ReadonlyMap<number, number>): void {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(`${sumOf(statuses, () => true)} requests: ${counts.join(', ')}\n`);
}
