import type { Recorder } from '../history/recorder.js';
import { pause } from '../support/pause.js';
import type { Client } from './client.js';
import type { Invocation } from './invocation.js';
import {
  acceptInvite,
  addMember,
  banUser,
  removeFromServer,
  removeMember,
  unbanUser,
} from './membership-operations.js';
import type { Scenario, User } from './scenario.js';

/** The share of removals that are from the whole server, and of bans among these. */
const FROM_SERVER = 0.2;
const BANNED = 0.5;

export interface RevokerOptions {
  readonly scenario: Scenario;
  readonly user: User;
  readonly client: Client;
  readonly recorder: Recorder;
  /** How long the user is without access, at most: one is chosen for each removal, in milliseconds. */
  readonly revokedMs: readonly number[];
  /** Called after each removal. */
  readonly onRevoked: () => void;
}

/** Revokes a user's access to a private channel or to the server, and restores it, again and again until stopped. */
export async function runRevoker(options: RevokerOptions, stop: AbortSignal): Promise<void> {
  const { scenario, client } = options;
  const { random } = client;
  while (!stop.aborted) {
    if (random.chance(FROM_SERVER)) await revokeServer(options);
    else await revokeChannel(options, random.pick(scenario.privateIds));
    await pause(random.next() * random.pick([20, 150, 600]));
  }
}

/**
 * Makes a user a member of the server and of every private channel again. Needed after the workload too: a removal with
 * the outcome `info` may have been applied after the user's return.
 */
export async function restoreMembership(scenario: Scenario, client: Client, user: User): Promise<void> {
  for (const channelId of scenario.privateIds) {
    const outcome = await client.invoke(addMember(scenario, channelId, user.id));
    if (outcome.kind !== 'fail' || outcome.code !== 'MEMBER_NOT_FOUND') continue;
    await client.invoke(unbanUser(scenario, user.id));
    await client.invoke(acceptInvite(scenario, user));
    await client.invoke(addMember(scenario, channelId, user.id));
  }
}

async function revokeChannel(options: RevokerOptions, channelId: string): Promise<void> {
  const { scenario, user, client } = options;
  await revoke(options, removeMember(scenario, channelId, user.id), [channelId]);
  await client.invoke(addMember(scenario, channelId, user.id));
}

async function revokeServer(options: RevokerOptions): Promise<void> {
  const { scenario, user, client } = options;
  const { serverId, publicIds, privateIds } = scenario;
  const streamIds = [...publicIds, ...privateIds, serverId];
  if (client.random.chance(BANNED)) await ban(options, streamIds);
  else await revoke(options, removeFromServer(scenario, user.id), streamIds);
  await client.invoke(acceptInvite(scenario, user));
  for (const channelId of privateIds) await client.invoke(addMember(scenario, channelId, user.id));
}

/** Bans the user, lets them try to come back, and ends the ban. */
async function ban(options: RevokerOptions, streamIds: readonly string[]): Promise<void> {
  const { scenario, user, client, recorder } = options;
  const from = await revoke(options, banUser(scenario, user.id), streamIds, () =>
    client.invoke(acceptInvite(scenario, user)),
  );
  if (from !== null) recorder.bannedIntervals.push({ userId: user.id, from, until: performance.now() });
  await client.invoke(unbanUser(scenario, user.id));
}

/**
 * Removes the user and waits. If the removal was acknowledged, the wait is recorded as a revoked interval, and
 * its beginning is returned.
 */
async function revoke(
  { user, client, recorder, revokedMs, onRevoked }: RevokerOptions,
  removal: Invocation,
  streamIds: readonly string[],
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<number | null> {
  const { kind } = await client.invoke(removal);
  const from = performance.now();
  onRevoked();
  await meanwhile();
  await pause(client.random.next() * client.random.pick(revokedMs));
  if (kind !== 'ok') return null;
  recorder.revokedIntervals.push({ userId: user.id, streamIds, from, until: performance.now() });
  return from;
}
