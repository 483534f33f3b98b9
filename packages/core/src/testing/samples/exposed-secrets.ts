import type { AccessTable } from './access-table.js';
import { type Fixture, joinServer } from './fixture.js';
import { newWebhook } from './incoming-webhooks.js';
import { uniqueName } from './rest-client.js';

/** Secrets that somebody knows who may not: admins of the server have them listed, rotated and stopped (docs/permissions.md). */
export const exposedSecrets: AccessTable = {
  table: `
                         | anonymous | outsider  | ex-member | member     | channel member | moderator  | admin | owner | bot
  exposedSecrets.list    | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | people only
  exposedSecrets.rotate  | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | people only
  exposedSecrets.disable | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | people only
  `,
  prepare: {
    'exposedSecrets.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'exposedSecrets.rotate': ofExposed,
    'exposedSecrets.disable': ofExposed,
  },
};

/** A webhook of an admin who has left. */
async function ofExposed({ service, clients: { owner }, serverId }: Fixture) {
  const admin = await service.person(uniqueName('person'));
  await joinServer(owner, serverId, [admin]);
  await owner.patch(`/api/servers/${serverId}/members/${admin.id}`, { role: 'admin' });
  const { webhookID } = await newWebhook(admin, serverId);
  await admin.post(`/api/servers/${serverId}/leave`);
  return { parameters: { serverID: serverId }, input: { webhookIds: [webhookID] } };
}
