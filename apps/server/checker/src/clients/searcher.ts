import { z } from 'zod';
import type { Recorder } from '../history/recorder.js';
import { pause } from '../support/pause.js';
import type { Client } from './client.js';
import type { Scenario, User } from './scenario.js';

const PAUSE_MAX_MS = 500;
const LIMIT = 50;

export const SearchResponse = z.object({
  data: z.array(z.object({ message: z.object({ id: z.string(), channelId: z.string() }) })),
});

export interface SearcherOptions {
  readonly scenario: Scenario;
  readonly user: User;
  readonly client: Client;
  readonly recorder: Recorder;
}

/** Searches by authors, channels and words until stopped, and records what is found. A search that fails finds nothing. */
export async function runSearcher(options: SearcherOptions, stop: AbortSignal): Promise<void> {
  const { scenario, user, client, recorder } = options;
  while (!stop.aborted) {
    const q = queryOf(options);
    const path = `/api/servers/${scenario.serverId}/search?limit=${LIMIT}&q=${encodeURIComponent(q)}`;
    const { invokedAt, completedAt, outcome } = await client.read({ method: 'GET', path, token: user.token });
    if (outcome.kind === 'ok') {
      const { data } = SearchResponse.parse(JSON.parse(outcome.body));
      const found = data.map(({ message }) => message);
      recorder.searches.push({ userId: user.id, q, invokedAt, completedAt, found });
    }
    await pause(client.random.next() * PAUSE_MAX_MS, stop);
  }
}

function queryOf({ scenario, client: { random } }: SearcherOptions): string {
  const { name } = random.pick([...scenario.writers, ...scenario.revokedUsers]);
  const channelId = random.pick([...scenario.publicIds, ...scenario.privateIds]);
  return random.pick([
    `from:@${name}`,
    `in:${channelId}`,
    `in:${channelId} from:${name}`,
    `"${name}"`,
    'scheduled',
  ]);
}
