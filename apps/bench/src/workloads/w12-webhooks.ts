import { z } from 'zod';
import type { Goal } from '../harness/goals.js';
import type { Bench, Workload } from '../harness/workload.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import { restClient } from '../targets/palaver/rest-client.js';
import { startWebhookReceiver } from '../targets/webhook-receiver/receiver.js';
import { type WebhookLoad, type WebhookService, webhookMeasurement } from './measurements/webhooks.js';

const NONE = 'no webhook';
const ONE = '1 webhook';
const TEN = '10 webhooks';
const WEBHOOKS = { [NONE]: 0, [ONE]: 1, [TEN]: 10 };

const FLAT_OUT = 'posts to 50 channels, c=64';
const STEADY = '300 posts/s to 50 channels';
const CELLS: Readonly<Record<string, WebhookLoad>> = {
  [STEADY]: { channels: 50, connections: 16, perSecond: 300 },
  [FLAT_OUT]: { channels: 50, connections: 64, perSecond: null },
};

export const webhooks: Workload = {
  name: 'w12',
  title: 'W12 webhooks: every post delivered to each',
  goals: Object.entries({ [ONE]: 0.9, [TEN]: 0.75 }).flatMap(([of, atLeast]): Goal[] => [
    { cell: FLAT_OUT, metric: 'rate', of, to: NONE, bound: { atLeast } },
    { cell: STEADY, metric: 'deliveryP99Ms', of, to: null, bound: { atMost: 2_000 } },
  ]),
  async run(bench) {
    if (!bench.isSelected(...Object.keys(CELLS))) return;
    bench.addNote(
      'Each service is another one, with a database of its own. All webhooks of a service are delivered to one process on another ' +
        'address of this machine each, which answers at once. The latency of a delivery is from the timestamp of its event; of the posts at ' +
        'c=64 it is mostly the wait for those before, and the next round begins once all are delivered.',
    );
    const services: Record<string, WebhookService> = {};
    for (const [name, count] of Object.entries(WEBHOOKS)) services[name] = await startService(bench, count);
    const load = bench.stopAtEnd(startLoadGenerator('http'));
    for (const [name, size] of Object.entries(CELLS)) {
      const targets = Object.entries(services).map(
        ([target, service]) => [target, webhookMeasurement(bench, load, service, size)] as const,
      );
      const headline = size.perSecond === null ? 'rate' : 'p50Ms';
      await bench.measureCell({ name, reference: NONE, headline, targets: Object.fromEntries(targets) });
    }
  },
};

async function startService(bench: Bench, webhooks: number): Promise<WebhookService> {
  const environment = { WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8' };
  const palaver = await startPalaver(bench, { channels: 50, accounts: 5 }, environment);
  if (webhooks === 0) return { palaver, receiver: null };
  const receiver = bench.stopAtEnd(await startWebhookReceiver(webhooks));
  const { serverId, tokens } = palaver.fixture;
  for (const url of receiver.urls) {
    const fields = { url, eventTypes: ['message.created'] };
    const path = `/api/servers/${serverId}/webhooks/outgoing`;
    await restClient(palaver.url).post(z.unknown(), path, tokens[0] ?? '', fields);
  }
  return { palaver, receiver };
}
