import { setTimeout as pause } from 'node:timers/promises';
import { effects } from '../effects.js';
import type { Persistence, Recorder, Wish } from '../recorder.js';
import type { Town } from './town.js';

/** Joins and leaves the public channels in turn, until told to stop. */
export async function comeAndGo(
  town: Town,
  recorder: Recorder,
  persistence: Persistence,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    for (const channelId of town.publicIds) {
      await recorder.perform(passage(town, channelId, 'join'), persistence);
      await pause(persistence.random.int(0, 300));
      await recorder.perform(passage(town, channelId, 'leave'), persistence);
    }
  }
}

function passage({ serverId, passerBy }: Town, channelId: string, kind: 'join' | 'leave'): Wish {
  const { id, token } = passerBy;
  const effect = kind === 'join' ? effects.joined(channelId, id) : effects.left(channelId, id);
  const path = `/api/servers/${serverId}/channels/${channelId}/${kind}`;
  return { kind, userId: id, effect, key: null, call: { method: 'POST', path, token } };
}
