import type { Transaction } from '@palaver/db';
import { userStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { UpwardServices } from '../procedures/context.js';
import { updateUser } from './account-rows.js';
import { type MeRow, toMe, toUser } from './record.js';
import { isEnded } from './status.js';
import { insertUnpublished } from './unpublished-profiles.js';

/**
 * Publishes a changed account in its own stream. Its servers, and those who share a direct message with it,
 * are told of a changed public profile after the commit, each in a
 * transaction of its own (`profileUpdates`), because an account may be in a thousand: wake the background work then.
 * Without a change nothing is published. Call it under the account's lock, so that the account joins no server meanwhile.
 */
export async function publishProfile(
  services: UpwardServices,
  tx: Transaction,
  emit: Emit,
  before: MeRow,
  after: MeRow,
): Promise<void> {
  const hadEnded = isEnded(before) && !isEnded(after);
  if (hadEnded || !same(toUser(before), toUser(after))) await tellOthers(services, tx, after.id);
  const me = toMe(after);
  if (hadEnded || !same(toMe(before), me)) await emit(userStream(after.id), { type: 'me.updated', data: me });
}

/** `publishProfile` of an account that is known to have changed. */
export async function publishLatestProfile(
  services: UpwardServices,
  tx: Transaction,
  emit: Emit,
  after: MeRow,
): Promise<void> {
  await tellOthers(services, tx, after.id);
  await emit(userStream(after.id), { type: 'me.updated', data: toMe(after) });
}

async function tellOthers({ upward }: UpwardServices, tx: Transaction, userId: string): Promise<void> {
  const streamIds = [...(await upward.serversOf(tx, userId)), ...(await upward.dmPartnersOf(tx, userId))];
  await insertUnpublished(tx, userId, streamIds);
}

/** Both are made by one function, so their fields are in the same order. */
function same(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Changes a locked account and publishes it, as `publishProfile` does. */
export async function updateProfile(
  services: UpwardServices,
  tx: Transaction,
  emit: Emit,
  before: MeRow,
  changes: Parameters<typeof updateUser>[2],
): Promise<MeRow> {
  const after = await updateUser(tx, before, changes);
  await publishProfile(services, tx, emit, before, after);
  return after;
}
