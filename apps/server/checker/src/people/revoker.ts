import { setTimeout as pause } from 'node:timers/promises';
import { effects } from '../effects.js';
import type { Persistence, Recorder, Wish } from '../recorder.js';
import { addition, type Person, type Town } from './town.js';

/** Of all removals, how many are from the whole server. */
const FROM_SERVER = 0.2;

export interface RevokerOptions {
  readonly town: Town;
  readonly recorder: Recorder;
  readonly persistence: Persistence;
  /** Told of each removal. */
  readonly onRevoked: () => void;
}

/** Throws a victim out and takes it in again as fast as it goes; told to stop, it leaves the victim inside. */
export async function revoke(options: RevokerOptions, victim: Person, stop: AbortSignal): Promise<void> {
  const { random } = options.persistence;
  while (!stop.aborted) {
    if (random.chance(FROM_SERVER)) await revokeServer(options, victim);
    else await revokeChannel(options, victim, random.pick(options.town.privateIds));
    await pause(random.next() * random.pick([20, 150, 600]));
  }
}

/**
 * Takes a victim in wherever it was left outside: a removal whose answer was lost may have been done only after the
 * return that followed it.
 */
export async function takeIn(
  { town, recorder, persistence }: Omit<RevokerOptions, 'onRevoked'>,
  victim: Person,
): Promise<void> {
  for (const channelId of town.privateIds) {
    const outcome = await recorder.perform(addition(town, channelId, victim.id), persistence);
    if (outcome.kind !== 'refused' || outcome.code !== 'MEMBER_NOT_FOUND') continue;
    await recorder.perform(acceptance(town, victim), persistence);
    await recorder.perform(addition(town, channelId, victim.id), persistence);
  }
}

async function revokeChannel(options: RevokerOptions, victim: Person, channelId: string): Promise<void> {
  const { town, recorder, persistence } = options;
  const back = await absence(options, victim, expulsion(town, channelId, victim.id), [channelId]);
  back();
  await recorder.perform(addition(town, channelId, victim.id), persistence);
}

async function revokeServer(options: RevokerOptions, victim: Person): Promise<void> {
  const { town, recorder, persistence } = options;
  const lost = [...town.publicIds, ...town.privateIds, town.serverId];
  const back = await absence(options, victim, banishment(town, victim.id), lost);
  back();
  await recorder.perform(acceptance(town, victim), persistence);
  for (const channelId of town.privateIds)
    await recorder.perform(addition(town, channelId, victim.id), persistence);
}

/** Removes the victim; the returned function is called before anybody asks for its return. */
async function absence(
  { recorder, persistence, onRevoked }: RevokerOptions,
  victim: Person,
  removal: Wish,
  streamIds: readonly string[],
): Promise<() => void> {
  const { random } = persistence;
  const { kind } = await recorder.perform(removal, persistence);
  const from = performance.now();
  onRevoked();
  await pause(random.next() * random.pick([5, 80, 300]));
  return () => {
    if (kind === 'ok')
      recorder.absences.push({ userId: victim.id, streamIds, from, until: performance.now() });
  };
}

function expulsion({ serverId, owner }: Town, channelId: string, userId: string): Wish {
  const path = `/api/servers/${serverId}/channels/${channelId}/members/${userId}`;
  const effect = effects.left(channelId, userId);
  return {
    kind: 'remove-member',
    userId: owner.id,
    effect,
    key: null,
    call: { method: 'DELETE', path, token: owner.token },
  };
}

function banishment({ serverId, owner }: Town, userId: string): Wish {
  const path = `/api/servers/${serverId}/members/${userId}`;
  const effect = effects.left(serverId, userId);
  return {
    kind: 'remove-from-server',
    userId: owner.id,
    effect,
    key: null,
    call: { method: 'DELETE', path, token: owner.token },
  };
}

function acceptance({ serverId, inviteCode }: Town, victim: Person): Wish {
  const path = `/api/invites/${inviteCode}/accept`;
  const effect = effects.joined(serverId, victim.id);
  const call = { method: 'POST' as const, path, token: victim.token };
  return { kind: 'accept-invite', userId: victim.id, effect, key: null, call };
}
