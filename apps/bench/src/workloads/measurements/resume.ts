import { setTimeout as pause } from 'node:timers/promises';
import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import type { Reconnection } from '../../load/resume/resume-job.js';
import { meter } from '../../measure/cpu-meter.js';
import type { Palaver } from '../../targets/palaver/palaver.js';
import { webSocketUrl } from '../../targets/target.js';
import { sendRequests, sendStatus } from './send-requests.js';

/** How many events each socket has missed. */
export const MISSED_EVENTS = 1_000;

const SENDERS = 16;
/** Of the first send job, which finds out the rate and warms the service up. */
const FIRST_MESSAGES = 2_000;
/** How long sending goes on, at the rate of before: longer than a reconnection may take. */
const SENDING_SECONDS = 6;
/** How long sending goes on before the sockets reconnect. */
const HEAD_START_MS = 500;

export interface ResumeLoads {
  readonly sockets: LoadGenerator<'resume'>;
  readonly senders: LoadGenerator<'http'>;
}

/** Measures sends to connected sockets, and then sends while all of the sockets reconnect at once. */
export function resumeMeasurement(
  bench: Bench,
  palaver: Palaver,
  tokens: readonly string[],
  loads: ResumeLoads,
): Measurement {
  const roots = {
    service: palaver.pid,
    postgres: bench.postgres.pid,
    sockets: loads.sockets.pid,
    senders: loads.senders.pid,
  };
  const send = sender(palaver, loads.senders);
  const reconnect = () => reconnectAll(palaver, tokens, loads.sockets);
  let lastRate = 0;
  return async () => {
    if (lastRate === 0) {
      await reconnect();
      lastRate = await send(FIRST_MESSAGES);
    }
    const rateBefore = await send(Math.ceil(lastRate * bench.seconds));
    const sending = send(Math.ceil(rateBefore * SENDING_SECONDS));
    await pause(HEAD_START_MS);
    const { result, cpuSeconds, noise } = await meter(roots, reconnect);
    lastRate = await sending;
    const { outcome, sendRate } = result;
    return {
      caughtUpMs: outcome.seconds * 1_000,
      p50Ms: outcome.p50Ms,
      sendRate,
      sendsKept: sendRate / rateBefore,
      cpu: (cpuSeconds.service ?? 0) + (cpuSeconds.postgres ?? 0),
      noise,
    };
  };
}

/** Returns a function that sends `amount` messages to all channels and resolves with the rate a second. */
function sender({ url, fixture, storageCheck }: Palaver, load: LoadGenerator<'http'>) {
  const requests = sendRequests('REST', fixture, fixture.channelIds.length);
  const job = { urls: [url], connections: SENDERS, status: sendStatus.REST, requests };
  return async (amount: number): Promise<number> => {
    const { operations, seconds } = await load.run({ ...job, amount });
    await storageCheck.verify(operations);
    return operations / seconds;
  };
}

async function reconnectAll(palaver: Palaver, tokens: readonly string[], load: LoadGenerator<'resume'>) {
  const job = { amount: tokens.length, reconnections: await reconnectionsOf(palaver, tokens) };
  const before = await countEvents(palaver);
  const startedAt = performance.now();
  const outcome = await load.run(job);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { outcome, sendRate: ((await countEvents(palaver)) - before) / seconds };
}

/** A reconnection of each session from a position `MISSED_EVENTS` behind. */
async function reconnectionsOf(palaver: Palaver, tokens: readonly string[]): Promise<Reconnection[]> {
  const { channelIds } = palaver.fixture;
  const heads = await streamHeads(palaver);
  const url = webSocketUrl(palaver, '/api/ws');
  return tokens.map((token, n) => {
    const channelId = channelIds[n % channelIds.length] ?? '';
    const headers = { authorization: `Bearer ${token}` };
    return { connection: { url, headers }, channelId, since: (heads.get(channelId) ?? 0) - MISSED_EVENTS };
  });
}

/** The current position of each stream. */
async function streamHeads({ database }: Palaver): Promise<Map<string, number>> {
  const rows = await database.sql<
    { id: string; seq: number }[]
  >`select id, last_seq::int as seq from stream_heads`;
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

/** The number of events ever published, which grows by one with each message. */
async function countEvents(palaver: Palaver): Promise<number> {
  return [...(await streamHeads(palaver)).values()].reduce((sum, seq) => sum + seq, 0);
}
