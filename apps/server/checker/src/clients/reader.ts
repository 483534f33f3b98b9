import { randomUUID } from 'node:crypto';
import { effects } from '../history/effect.js';
import type { ReadMark } from '../history/operation.js';
import { pause } from '../support/pause.js';
import type { Client } from './client.js';
import { type Invocation, invocationBy } from './invocation.js';
import type { RecentMessages } from './recent-messages.js';
import type { User } from './scenario.js';

const PAUSE_MAX_MS = 300;
const BACK_SHARE = 0.3;

export interface ReaderOptions {
  readonly user: User;
  readonly channelIds: readonly string[];
  /** Whether messages are marked as unread too. */
  readonly goesBack: boolean;
  readonly client: Client;
  readonly recent: RecentMessages;
}

/** Says how far a user has read, one mark at a time, until stopped. Completes the last one. */
export async function runReader(options: ReaderOptions, stop: AbortSignal): Promise<void> {
  const { user, channelIds, goesBack, client, recent } = options;
  const { random } = client;
  while (!stop.aborted) {
    const message = recent.pick(random);
    if (message && channelIds.includes(message.channelId)) {
      const { id: messageId, channelId } = message;
      const mark = { channelId, messageId, unread: goesBack && random.chance(BACK_SHARE) };
      await client.invoke(markRead(user, mark), { repeats: random.chance(0.2) });
    }
    await pause(random.next() * PAUSE_MAX_MS, stop);
  }
}

function markRead(user: User, mark: ReadMark): Invocation {
  const { channelId, messageId, unread } = mark;
  return invocationBy(user, {
    kind: 'read',
    effect: effects.read(channelId, user.id, messageId),
    method: 'PUT',
    path: `/api/channels/${channelId}/read`,
    body: { messageId, unread },
    key: randomUUID(),
    mark,
  });
}

/** Switches the mute of a user for the whole server on and off until stopped. */
export async function runMuter(
  { user, serverId, client }: { readonly user: User; readonly serverId: string; readonly client: Client },
  stop: AbortSignal,
): Promise<void> {
  for (let isMuted = true; !stop.aborted; isMuted = !isMuted) {
    const switched = invocationBy(user, {
      kind: 'mute',
      effect: effects.muted(user.id),
      method: 'PUT',
      path: `/api/servers/${serverId}/notification-preferences`,
      body: { mutedUntil: isMuted ? '9999-01-01T00:00:00Z' : null },
      key: randomUUID(),
    });
    await client.invoke(switched);
    await pause(client.random.next() * PAUSE_MAX_MS, stop);
  }
}
