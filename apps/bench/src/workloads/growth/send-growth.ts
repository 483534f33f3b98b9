import type { Measurement } from '../../harness/cell.js';
import type { Goal } from '../../harness/goals.js';
import type { Bench } from '../../harness/workload.js';
import { startLoadGenerator } from '../../load/load-generator.js';
import { fillRecentMessages } from '../../targets/palaver/fill-recent-messages.js';
import { startCopy, startPalaver } from '../../targets/palaver/palaver.js';
import { sendMeasurement } from '../measurements/send.js';
import { type DataSizes, growthGoals, inOrder } from './sizes.js';

const CELL = 'REST, 50 channels, c=64';
const SEND = { api: 'REST', channels: 50, connections: 64 } as const;
const ACCOUNTS = 20;

export function sendGrowthGoals(sizes: DataSizes): Goal[] {
  return growthGoals(CELL, sizes);
}

/** Measures sends to several Palavers whose databases differ in size only. */
export async function measureSendGrowth(bench: Bench, sizes: DataSizes): Promise<void> {
  if (!bench.isSelected(CELL)) return;
  const load = bench.stopAtEnd(startLoadGenerator('http'));
  const original = await startPalaver(bench, { channels: SEND.channels, accounts: ACCOUNTS });
  await original.stop();
  const targets: Record<string, Measurement> = {};
  let filled = 0;
  for (const [name, messages] of inOrder(sizes)) {
    await fillRecentMessages(original, messages - filled);
    filled = messages;
    targets[name] = sendMeasurement(bench, load, await startCopy(bench, original), SEND);
  }
  await bench.measureCell({ name: CELL, reference: sizes.smallest[0], headline: 'rate', targets });
}
