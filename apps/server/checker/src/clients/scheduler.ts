import { randomUUID } from 'node:crypto';
import { pause } from '../support/pause.js';
import type { Client } from './client.js';
import { scheduleMessage } from './message-operations.js';
import type { Scenario, User } from './scenario.js';

/** A user may have a hundred that are not sent yet, and nothing is sent while Postgres is away. */
const PAUSE_MAX_MS = 800;
/** How far ahead messages are scheduled: some before a fault and some into it. */
const AHEAD_MS = [300, 1_500, 6_000];

/** Schedules messages until stopped. Each has to be posted once: it has the effect of a post. */
export async function runScheduler(
  { scenario, user, client }: { readonly scenario: Scenario; readonly user: User; readonly client: Client },
  stop: AbortSignal,
): Promise<void> {
  const { random } = client;
  while (!stop.aborted) {
    const channelId = random.pick([...scenario.publicIds, ...scenario.privateIds]);
    const content = `${user.name} scheduled ${randomUUID()}`;
    const sendAt = new Date(Date.now() + random.pick(AHEAD_MS)).toISOString();
    await client.invoke(scheduleMessage(user, { channelId, content, sendAt, key: randomUUID() }));
    await pause(random.next() * PAUSE_MAX_MS, stop);
  }
}
