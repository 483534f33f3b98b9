import { pause } from '../support/pause.js';
import type { Client } from './client.js';
import { pinMessage, unpinMessage } from './message-operations.js';
import type { RecentMessages } from './recent-messages.js';
import type { User } from './scenario.js';

const PAUSE_MAX_MS = 400;
/** A channel has at most 50 pins. */
const PINNED_MAX = 30;

/** Pins messages and unpins them until stopped. Each is pinned once, so that each effect is unique. */
export async function runPinner(
  { user, client, recent }: { readonly user: User; readonly client: Client; readonly recent: RecentMessages },
  stop: AbortSignal,
): Promise<void> {
  const known = new Set<string>();
  const pinned: string[] = [];
  while (!stop.aborted) {
    const message = recent.pick(client.random);
    if (message && !known.has(message.id)) {
      known.add(message.id);
      const { kind } = await client.invoke(pinMessage(user, message.id));
      if (kind === 'ok') pinned.push(message.id);
    }
    if (pinned.length > PINNED_MAX || client.random.chance(0.3)) {
      const oldest = pinned.shift();
      if (oldest !== undefined) await client.invoke(unpinMessage(user, oldest));
    }
    await pause(client.random.next() * PAUSE_MAX_MS, stop);
  }
}
