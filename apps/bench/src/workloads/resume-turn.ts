import type { Palaver } from '../contestants/palaver/palaver.js';
import { meter } from '../harness/meter.js';
import type { Sample } from '../harness/rounds.js';
import type { Bench } from '../harness/workload.js';
import type { ResumeJob } from '../load/job.js';
import type { Load } from '../load/load.js';
import { sendRequests, sendStatus } from './send-requests.js';

/** As many events as each socket has missed. */
export const MISSED = 1_000;

const SENDERS = 16;
/** To find the speed of sending, and to warm up. */
const FIRST_MESSAGES = 2_000;
/** Sending goes on for so long, at the speed of before: longer than a crowd may take. */
const SENDING_SECONDS = 6;
/** Before the crowd comes, sending has got going. */
const HEAD_START_MS = 500;

interface Loads {
  readonly crowd: Load<'resume'>;
  readonly senders: Load;
}

/** Sends alone, and then while the whole crowd comes back. */
export function resumeTurn(
  bench: Bench,
  palaver: Palaver,
  tokens: readonly string[],
  loads: Loads,
): () => Promise<Sample> {
  const { url, seats, ledger, pid } = palaver;
  const requests = sendRequests('REST', seats, seats.channelIds.length);
  const sending = { url, connections: SENDERS, status: sendStatus.REST, requests };
  const roots = {
    service: pid,
    postgres: bench.postgres.pid,
    crowd: loads.crowd.pid,
    senders: loads.senders.pid,
  };
  let rate = 0;

  async function send(amount: number): Promise<void> {
    const { operations, seconds } = await loads.senders.run({ ...sending, amount });
    rate = operations / seconds;
    await ledger.settle(operations);
  }

  async function comeBack() {
    const job = { amount: tokens.length, returns: await returnsOf(palaver, tokens) };
    const before = await countSent(palaver);
    const began = performance.now();
    const crowd = await loads.crowd.run(job);
    const seconds = (performance.now() - began) / 1_000;
    return { crowd, sendRate: ((await countSent(palaver)) - before) / seconds };
  }

  return async () => {
    if (rate === 0) await send(FIRST_MESSAGES);
    await send(Math.ceil(rate * bench.seconds));
    const alone = rate;
    const sent = send(Math.ceil(alone * SENDING_SECONDS));
    await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
    const { result, cpuSeconds, noise } = await meter(roots, comeBack);
    await sent;
    const { crowd, sendRate } = result;
    return {
      caughtUpMs: crowd.seconds * 1_000,
      p50Ms: crowd.p50Ms,
      sendRate,
      sendsKept: sendRate / alone,
      cpu: (cpuSeconds.service ?? 0) + (cpuSeconds.postgres ?? 0),
      noise,
    };
  };
}

/** Everybody was last seen a thousand events ago. */
async function returnsOf(palaver: Palaver, tokens: readonly string[]): Promise<ResumeJob['returns']> {
  const { channelIds } = palaver.seats;
  const heads = await headsOf(palaver);
  const url = `${palaver.url.replace('http', 'ws')}/api/ws`;
  return tokens.map((token, n) => {
    const channelId = channelIds[n % channelIds.length] ?? '';
    const headers = { authorization: `Bearer ${token}` };
    return { entrance: { url, headers }, channelId, since: (heads.get(channelId) ?? 0) - MISSED };
  });
}

async function headsOf({ database }: Palaver): Promise<Map<string, number>> {
  const rows = await database.sql<
    { id: string; seq: number }[]
  >`select id, last_seq::int as seq from stream_heads`;
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

async function countSent(palaver: Palaver): Promise<number> {
  return [...(await headsOf(palaver)).values()].reduce((sum, seq) => sum + seq, 0);
}
