import { newId, tables } from '@palaver/db';
import { createServerWith } from '../create-server.js';
import { otherPerson, type Preparation, type Writes } from './preparation.js';

/** The writes of an admin. */
export const ADMIN_WRITES: Writes = {
  'admin.createUser': async (preparation) => {
    await beAdmin(preparation);
    return (call) => call.admin.createUser({ username: `made-${preparation.n}` });
  },
  'admin.putExternalUser': async (preparation) => {
    await beAdmin(preparation);
    return (call) => call.admin.putExternalUser({ externalId: `shop:${preparation.n}` });
  },
  'admin.updateUser': async (preparation) => {
    const userId = await subject(preparation);
    return (call) => call.admin.updateUser({ userId, deactivated: true });
  },
  'admin.deleteUser': async (preparation) => {
    const userId = await subject(preparation);
    return (call) => call.admin.deleteUser({ userId });
  },
  'admin.eraseUser': async (preparation) => {
    const userId = await subject(preparation);
    return (call) => call.admin.eraseUser({ userId });
  },
  'admin.createHold': async (preparation) => {
    await beAdmin(preparation);
    const { id: serverId } = await createServerWith(await otherPerson(preparation));
    return (call) => call.admin.createHold({ serverId, reason: 'a lawsuit' });
  },
  'admin.endHold': async (preparation) => {
    await beAdmin(preparation);
    const { id: serverId } = await createServerWith(await otherPerson(preparation));
    const hold = await preparation.world.operator.call.admin.createHold({ serverId, reason: 'a lawsuit' });
    return (call) => call.admin.endHold({ holdId: hold.id });
  },
  'admin.resetPassword': async (preparation) => {
    const userId = await subject(preparation);
    return (call) => call.admin.resetPassword({ userId });
  },
  'admin.endSession': async (preparation) => {
    const userId = await subject(preparation);
    const [session] = await preparation.world.operator.call.admin.sessions({ userId });
    return (call) => call.admin.endSession({ userId, sessionId: session?.id ?? '' });
  },
  'admin.deleteServer': async (preparation) => {
    await beAdmin(preparation);
    const { id: serverId } = await createServerWith(await otherPerson(preparation));
    return (call) => call.admin.deleteServer({ serverId });
  },
  'admin.handOverServer': async (preparation) => {
    await beAdmin(preparation);
    const other = await otherPerson(preparation);
    const { id: serverId } = await createServerWith(other, preparation.who);
    return (call) => call.admin.handOverServer({ serverId, userId: preparation.who.id });
  },
  'admin.createKey': async (preparation) => {
    await beAdmin(preparation);
    return (call) => call.admin.createKey({ name: `key ${preparation.n}`, scopes: ['users:read'] });
  },
  'admin.cancelImport': async (preparation) => {
    await beAdmin(preparation);
    const importId = await newImport(preparation);
    return (call) => call.admin.cancelImport({ importId });
  },
  'admin.revokeKey': async (preparation) => {
    await beAdmin(preparation);
    const made = { name: 'backend', scopes: ['users:read' as const] };
    const { key } = await preparation.world.operator.call.admin.createKey(made);
    return (call) => call.admin.revokeKey({ keyId: key.id });
  },
  'admin.resetSecondFactor': async (preparation) => {
    const userId = await subject(preparation);
    return (call) => call.admin.resetSecondFactor({ userId });
  },
};

/** Makes the caller an admin of the instance. */
async function beAdmin({ world, who }: Preparation): Promise<void> {
  await world.operator.call.admin.updateUser({ userId: who.id, admin: true });
}

/** Another person, for what an admin does to an account. */
async function subject(preparation: Preparation): Promise<string> {
  await beAdmin(preparation);
  return (await otherPerson(preparation)).id;
}

/** An import that another node works on, so that nothing but the write ends it. */
async function newImport({ world }: Preparation): Promise<string> {
  const { db, clock } = world.services;
  const id = newId();
  const now = clock.now();
  const claim = { claimedBy: 'another node', claimedUntil: new Date('9999-01-01T00:00:00Z') };
  await db
    .insert(tables.imports)
    .values({ id, checkOnly: false, createdByName: 'operator', createdAt: now, sizeBytes: 1, ...claim });
  return id;
}
