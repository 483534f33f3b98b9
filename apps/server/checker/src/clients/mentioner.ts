import { randomUUID } from 'node:crypto';
import { pause } from '../support/pause.js';
import type { Client } from './client.js';
import { postMessage } from './message-operations.js';
import type { Scenario, User } from './scenario.js';

const PAUSE_MAX_MS = 400;
/** An inbox has room for the mentions of a run. */
const MENTIONS_MAX = 900;

/** Posts messages that mention writers and the reader, who stay in the server throughout the run, until stopped. */
export async function runMentioner(
  { scenario, user, client }: { readonly scenario: Scenario; readonly user: User; readonly client: Client },
  stop: AbortSignal,
): Promise<void> {
  const { random } = client;
  const mentioned = [...scenario.writers, scenario.reader];
  for (let n = 0; n < MENTIONS_MAX && !stop.aborted; n++) {
    const channelId = random.pick([...scenario.publicIds, ...scenario.privateIds]);
    const names = [random.pick(mentioned), random.pick(mentioned)].map(({ name }) => `@${name}`);
    const content = `${user.name} mentions ${names.join(' and ')}: ${randomUUID()}`;
    await client.invoke(postMessage(user, channelId, content, randomUUID()), {
      repeats: random.chance(0.2),
    });
    await pause(random.next() * PAUSE_MAX_MS, stop);
  }
}
