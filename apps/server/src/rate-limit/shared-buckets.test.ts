import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ask, BucketStore, Given, Taken } from './bucket-store.js';
import { RATE_LIMITS } from './limits.js';
import { LocalBuckets, type Verdict } from './local-buckets.js';
import { SharedBuckets } from './shared-buckets.js';
import { type ManualClock, manualClock, nthAddress, tally } from './test-support.js';
import { spend, tokenBucket, toTicks } from './token-bucket.js';

const NOBODY: ReadonlySet<string> = new Set();
const SOMEBODY: ReadonlySet<string> = new Set(['another']);

/** A store with the clock of the test. Its buckets are those that the properties compare with. */
class ModelStore implements BucketStore {
  readonly asks: Ask[] = [];
  readonly #fullAt = new Map<string, number>();
  /** What each answer waits for. */
  delay: () => Promise<void> = async () => {};

  constructor(readonly clock: ManualClock) {}

  async take(asks: readonly Ask[]): Promise<Taken[]> {
    this.asks.push(...asks);
    const taken = asks.map(({ key, cost, requests }) => {
      const global = this.give('global', key, requests, cost.global);
      const isAsked = cost.auth > 0 && global.granted > 0;
      return { global, auth: isAsked ? this.give('auth', key, global.granted, cost.auth) : null };
    });
    await this.delay();
    return taken;
  }

  give(limiter: 'global' | 'auth', key: string, requests: number, tokens: number): Given {
    const now = toTicks(this.clock.now());
    const name = `${limiter} ${key}`;
    let granted = 0;
    for (let n = 0; n < requests; n++) {
      const next = spend(tokenBucket(RATE_LIMITS[limiter]), this.#fullAt.get(name) ?? 0, now, tokens);
      if (next === undefined) continue;
      this.#fullAt.set(name, next);
      granted++;
    }
    return { granted, fullIn: Math.max(0, (this.#fullAt.get(name) ?? 0) - now) };
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {}
}

/** The log lines of nodes, by message. */
function recorder() {
  const messages: string[] = [];
  const add = (_fields: object, message: string) => void messages.push(message);
  return { messages, log: { error: add, warn: add, info: add } };
}

function nodesOn(count: number, store: BucketStore, clock: ManualClock, log = recorder().log) {
  return Array.from({ length: count }, () => {
    const local = new LocalBuckets(RATE_LIMITS, { now: clock.now });
    const node = { others: () => SOMEBODY };
    const nodes = { others: () => node.others(), onChange: () => () => {} };
    return { node, shared: new SharedBuckets(local, { store, nodes, log }) };
  });
}

const GLOBAL = { global: 1, auth: 0 };
const AUTH = { global: 1, auth: 1 };

const requests = fc.record({
  nodes: fc.integer({ min: 2, max: 4 }),
  steps: fc.array(
    fc.record({
      node: fc.nat(3),
      key: fc.nat(2),
      wait: fc.oneof(fc.constant(0), fc.nat(400), fc.nat(9_000)),
      cost: fc.record({ global: fc.constantFrom(1, 1, 1, 7, 30), auth: fc.constantFrom(0, 0, 1, 2) }),
    }),
    { maxLength: 120 },
  ),
});

describe('requests at several nodes', () => {
  test('get what one exact bucket would give them', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ nodes, steps }) => {
        const clock = manualClock();
        const exact = new ModelStore(clock);
        const parts = nodesOn(nodes, new ModelStore(clock), clock);
        for (const { node, key, wait, cost } of steps) {
          clock.advance(wait);
          const name = nthAddress(key);
          const passed = exact.give('global', name, 1, cost.global).granted === 1;
          const granted = passed && (cost.auth === 0 || exact.give('auth', name, 1, cost.auth).granted === 1);
          const expected = granted ? 'granted' : passed ? 'auth' : 'global';
          expect(await parts[node % nodes]?.shared.take(name, cost)).toBe(expected);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('at the same time get the burst between them, and the refill after that', async () => {
    const clock = manualClock();
    const parts = nodesOn(4, new ModelStore(clock), clock);
    const burst = () =>
      Promise.all(parts.flatMap(({ shared }) => Array.from({ length: 50 }, () => shared.take('a', GLOBAL))));
    const count = (verdicts: readonly Verdict[]) =>
      verdicts.filter((verdict) => verdict === 'granted').length;
    expect(count(await burst())).toBe(60);
    for (let second = 0; second < 10; second++) {
      clock.advance(1_000);
      expect(count(await burst())).toBe(4);
    }
  });

  test('of a flood do not reach the store, also where other nodes have taken the tokens', async () => {
    const clock = manualClock();
    const store = new ModelStore(clock);
    const [one, other] = nodesOn(2, store, clock);
    for (let n = 0; n < 60; n++) await one?.shared.take('a', GLOBAL);
    expect(await other?.shared.take('a', GLOBAL)).toBe('global');
    const before = store.asks.length;
    for (let n = 0; n < 1_000; n++) expect(other?.shared.take('a', GLOBAL)).toBe('global');
    expect(store.asks.length).toBe(before);
  });

  test('of the same turn reach the store as one ask for each address and cost', async () => {
    const clock = manualClock();
    const store = new ModelStore(clock);
    const [node] = nodesOn(1, store, clock);
    const asked = [GLOBAL, GLOBAL, AUTH, GLOBAL].map((cost) => node?.shared.take('a', cost));
    await Promise.all([...asked, node?.shared.take('b', GLOBAL)]);
    expect(store.asks).toEqual([
      { key: 'a', cost: GLOBAL, requests: 2 },
      { key: 'b', cost: GLOBAL, requests: 1 },
      { key: 'a', cost: AUTH, requests: 1 },
      { key: 'a', cost: GLOBAL, requests: 1 },
    ]);
  });

  test('that Auth refuses pay Global, also where the store is not asked about Auth', async () => {
    const clock = manualClock();
    const [one, other] = nodesOn(2, new ModelStore(clock), clock);
    const verdicts: unknown[] = [];
    for (let n = 0; n < 60; n++) verdicts.push(await one?.shared.take('a', AUTH));
    expect(tally(verdicts.map((verdict) => ['granted', 'auth', 'global'].indexOf(String(verdict))))).toEqual({
      0: 5,
      1: 55,
    });
    expect(await other?.shared.take('a', GLOBAL)).toBe('global');
  });
});

describe('a node', () => {
  test('that is alone decides in the same turn and asks no store', () => {
    const clock = manualClock();
    const store = new ModelStore(clock);
    const [part] = nodesOn(1, store, clock);
    if (part) part.node.others = () => NOBODY;
    const verdicts = Array.from({ length: 61 }, () => part?.shared.take('a', GLOBAL));
    expect(verdicts.filter((verdict) => verdict === 'granted')).toHaveLength(60);
    expect(verdicts.at(-1)).toBe('global');
    expect(store.asks).toEqual([]);
  });

  test('that was alone refuses what it has given already when another comes', async () => {
    const clock = manualClock();
    const [one, other] = nodesOn(2, new ModelStore(clock), clock);
    if (one) one.node.others = () => NOBODY;
    for (let n = 0; n < 60; n++) one?.shared.take('a', GLOBAL);
    if (one) one.node.others = () => SOMEBODY;
    expect(one?.shared.take('a', GLOBAL)).toBe('global');
    expect(await other?.shared.take('a', GLOBAL)).toBe('granted');
  });
});

describe('a store that does not answer', () => {
  test.each([
    ['rejects', () => Promise.reject(new Error('away'))],
    ['is late', () => new Promise<void>(() => {})],
  ])(
    'because it %s: each node decides at the full rate, at once from then on, and says so once',
    async (_how, delay) => {
      const clock = manualClock();
      const store = new ModelStore(clock);
      const { log, messages } = recorder();
      const parts = nodesOn(3, store, clock, log);
      store.delay = delay;
      const verdicts = await Promise.all(
        parts.flatMap(({ shared }) => Array.from({ length: 100 }, () => shared.take('a', GLOBAL))),
      );
      expect(verdicts.filter((verdict) => verdict === 'granted')).toHaveLength(3 * 60);
      for (const { shared } of parts) {
        expect(shared.take('a', GLOBAL)).toBe('global');
        expect(shared.take('b', GLOBAL)).toBe('granted');
        expect(shared.alone).toBe(101);
      }
      expect(messages).toEqual(
        Array(3).fill('The shared rate limits do not answer in time: this node goes by its own count'),
      );
    },
  );

  test('is asked again by one request after a second, and decides from then on', async () => {
    const clock = manualClock();
    const store = new ModelStore(clock);
    const { log, messages } = recorder();
    const [one, other] = nodesOn(2, store, clock, log);
    store.delay = () => Promise.reject(new Error('away'));
    await one?.shared.take('a', GLOBAL);
    const asked = store.asks.length;
    let answer = () => {};
    store.delay = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    let tried = 0;
    const isAsked = () => one?.shared.take(nthAddress(++tried), GLOBAL) instanceof Promise;
    await expect.poll(isAsked).toBe(true);
    for (let n = 0; n < 100; n++) expect(isAsked()).toBe(false);
    await new Promise(setImmediate);
    expect(store.asks.length).toBe(asked + 1);
    answer();
    store.delay = async () => {};
    await expect.poll(() => messages.at(-1)).toBe('The shared rate limits answer again');
    for (let n = 0; n < 60; n++) await other?.shared.take('c', GLOBAL);
    expect(await one?.shared.take('c', GLOBAL)).toBe('global');
  });

  test('knows what it had told before: a node goes on from there', async () => {
    const clock = manualClock();
    const store = new ModelStore(clock);
    const [one, other] = nodesOn(2, store, clock);
    for (let n = 0; n < 58; n++) await one?.shared.take('a', GLOBAL);
    expect(await other?.shared.take('a', GLOBAL)).toBe('granted');
    store.delay = () => Promise.reject(new Error('away'));
    const verdicts = await Promise.all([1, 2, 3].map(() => other?.shared.take('a', GLOBAL)));
    expect(verdicts).toEqual(['granted', 'global', 'global']);
  });
});
