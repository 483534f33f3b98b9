import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import { startLoadGenerator } from '../../load/load-generator.js';
import { CONTENT } from '../../targets/message-text.js';
import { addTeams } from '../../targets/palaver/add-teams.js';
import type { PalaverNodes } from '../../targets/palaver/nodes.js';
import { loadMeasurement } from './load-measurement.js';

export interface CrowdSize {
  readonly people: number;
  readonly channels: number;
  /** Posts a second, of all people together. */
  readonly perSecond: number;
}

/** People with a socket each, who go to the nodes in turn and post there; those of one channel are at different nodes. */
export async function crowdMeasurement(
  bench: Bench,
  service: PalaverNodes,
  { people, channels, perSecond }: CrowdSize,
): Promise<Measurement> {
  const members = await addTeams(service, { people, channels });
  const { nodes } = service;
  return loadMeasurement(bench, {
    targets: nodes,
    load: bench.stopAtEnd(startLoadGenerator('crowd')),
    job: {
      people: members.map((member, n) => ({ ...member, url: nodes[n % nodes.length]?.url ?? service.url })),
      framePrefix: '{"type":"message.created"',
      content: CONTENT,
      readers: members.flatMap(({ channelIds }) => channelIds).length / channels,
      perSecond,
    },
    firstAmount: people,
    verify: (posts) => service.storageCheck.verify(posts),
  });
}
