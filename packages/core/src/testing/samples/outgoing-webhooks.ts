import type { AccessTable } from './access-table.js';
import { createdId, type Fixture, once, otherServer, target } from './fixture.js';
import { uniqueName } from './rest-client.js';

/** Outgoing webhooks: admins of the server manage them (docs/permissions.md). */
export const outgoingWebhooks: AccessTable = {
  table: `
                                  | anonymous | outsider  | ex-member | member     | channel member | moderator  | admin | owner | bot
  outgoingWebhooks.create         | sign in   | no server | no server | admin only | admin only     | admin only | 201   | 201   | admin only
  outgoingWebhooks.list           | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  outgoingWebhooks.get            | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  outgoingWebhooks.update         | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  outgoingWebhooks.delete         | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  outgoingWebhooks.rotateSecret   | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  outgoingWebhooks.ping           | sign in   | no server | no server | admin only | admin only     | admin only | 201   | 201   | admin only
  outgoingWebhooks.deliveries     | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  outgoingWebhooks.replayDelivery | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  outgoingWebhooks.replay         | sign in   | no server | no server | admin only | admin only     | admin only | 200   | 200   | admin only
  `,
  prepare: {
    'outgoingWebhooks.create': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { ...FIELDS, description: uniqueName('webhook') },
    }),
    'outgoingWebhooks.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'outgoingWebhooks.get': ofNewWebhook,
    'outgoingWebhooks.update': async (fixture) => ({
      ...(await ofNewWebhook(fixture)),
      input: { description: 'For the wiki' },
    }),
    'outgoingWebhooks.delete': ofNewWebhook,
    'outgoingWebhooks.rotateSecret': ofNewWebhook,
    'outgoingWebhooks.ping': ofNewWebhook,
    'outgoingWebhooks.deliveries': ofNewWebhook,
    'outgoingWebhooks.replayDelivery': async (fixture) => {
      const { parameters } = await ofNewWebhook(fixture);
      const { serverID, outgoingWebhookID } = parameters;
      const deliveryID = await newDelivery(fixture.clients.owner, serverID, outgoingWebhookID);
      return { parameters: { ...parameters, deliveryID } };
    },
    'outgoingWebhooks.replay': async (fixture) => {
      const { parameters } = await ofNewWebhook(fixture);
      await newDelivery(fixture.clients.owner, parameters.serverID, parameters.outgoingWebhookID);
      return { parameters };
    },
  },
  hidden: {
    outgoingWebhookID: async (fixture) => ({ role: 'owner', id: await webhookOfOtherServer(fixture) }),
    deliveryID: async (fixture) => {
      const webhookId = await webhookOfOtherServer(fixture);
      const { owner } = fixture.clients;
      return { role: 'owner', id: await newDelivery(owner, await otherServer(fixture), webhookId) };
    },
  },
  hiddenFields: [
    {
      operation: 'outgoingWebhooks.create',
      field: 'channelIds',
      hide: ({ channels: { private: id } }) => ({ role: 'admin', id }),
      send: ({ serverId }, id) => ({
        parameters: { serverID: serverId },
        input: { ...FIELDS, channelIds: [id] },
      }),
    },
  ],
};

function webhookOfOtherServer(fixture: Fixture): Promise<string> {
  return once(fixture, 'outgoing webhook of the other server', async () =>
    newOutgoingWebhook(fixture.clients.owner, await otherServer(fixture)),
  );
}

/** A name that does not resolve (RFC 6761). */
const FIELDS = { url: 'https://receiver.invalid/hooks', eventTypes: ['message.created'] };

async function ofNewWebhook(fixture: Fixture) {
  const { clients, serverId } = fixture;
  const make = () => newOutgoingWebhook(clients.owner, serverId);
  const outgoingWebhookID = await target(fixture, 'outgoing webhook', make);
  return { parameters: { serverID: serverId, outgoingWebhookID } };
}

type Owner = Fixture['clients']['owner'];

export async function newOutgoingWebhook(owner: Owner, serverId: string): Promise<string> {
  const { body } = await owner.post(`/api/servers/${serverId}/webhooks/outgoing`, FIELDS);
  return body.data.webhook.id;
}

export function newDelivery(owner: Owner, serverId: string, webhookId: string): Promise<string> {
  return createdId(owner, `/api/servers/${serverId}/webhooks/outgoing/${webhookId}/ping`, {});
}
