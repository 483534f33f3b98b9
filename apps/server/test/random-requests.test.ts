import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { expectInvariants } from './hostile/invariants.js';
import { expectPublic } from './hostile/refusal.js';
import { type OddRequest, operationsOf, requestsFor } from './hostile/requests.js';
import { createSceneIn, type HostileScene } from './hostile/scene.js';

const ROUNDS = 30;
const REQUESTS_A_ROUND = 200;
const AT_ONCE = 16;
const SECONDS = 45;

/** After these nothing else would be answered but 401 or 404, so a round keeps them for its end. */
const ENDINGS = new Set([
  'servers.delete',
  'channels.delete',
  'auth.logout',
  'auth.endSession',
  'auth.changePassword',
]);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test(
  'whatever is made of the document is answered as the document says',
  async () => {
    const statuses = new Map<number, number>();
    const asked = new Set<string>();
    // The requests are made of a scene, and the scene is made anew for each round: hence the seed, not the values.
    const seeds = fc.integer();
    const property = fc.asyncProperty(seeds, async (seed) => {
      const scene = await createSceneIn(service);
      const requests = roundOf(scene, seed);
      const isEnding = ({ operation }: OddRequest) => ENDINGS.has(operation);
      for (const part of [requests.filter((one) => !isEnding(one)), requests.filter(isEnding)]) {
        await inParallel(part, async (request) => {
          const status = await send(scene, request);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          asked.add(request.operation);
        });
      }
      expect((await scene.owner.get('/health')).status).toBe(200);
    });
    await fc.assert(property, {
      numRuns: ROUNDS,
      endOnFailure: true,
      interruptAfterTimeLimit: SECONDS * 1000,
    });
    await expectInvariants({ url: service.databaseUrl });
    report(statuses);
    expect([...asked].sort()).toEqual(operationsOf(service.document).map(nameOf).sort());
    // Where nearly everything is refused, the generator has lost its way.
    expect(sumOf(statuses, (status) => status < 300)).toBeGreaterThan(sumOf(statuses, () => true) / 5);
  },
  (SECONDS + 30) * 1000,
);

const nameOf = ({ described }: { described: { operationId?: string } }) => described.operationId ?? '';

/** The requests of one round: for each operation a few, in any order. */
function roundOf({ ids }: HostileScene, seed: number): OddRequest[] {
  const { document } = service;
  const source = { document, ids: Object.values(ids).flat() };
  const arbitraries = operationsOf(document).map((operation) => requestsFor(source, ids, operation));
  return fc.sample(fc.oneof(...arbitraries), { seed, numRuns: REQUESTS_A_ROUND });
}

/** Sends a request, and complains of its answer with all that it takes to send it again. */
async function send({ owner }: HostileScene, request: OddRequest): Promise<number> {
  const { method, path, headers, raw } = request;
  try {
    const answer = await owner.call(method, path, undefined, {
      headers,
      ...(raw === undefined ? {} : { raw }),
    });
    expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400) expectPublic(answer);
    return answer.status;
  } catch (cause) {
    throw new Error(`${JSON.stringify(request).slice(0, 2000)}\n${String(cause)}`, { cause });
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function sumOf(statuses: ReadonlyMap<number, number>, which: (status: number) => boolean): number {
  return [...statuses].reduce((sum, [status, count]) => sum + (which(status) ? count : 0), 0);
}

function report(statuses: ReadonlyMap<number, number>): void {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(`${sumOf(statuses, () => true)} requests: ${counts.join(', ')}\n`);
}
