import { createdId, type Fixture } from './fixture.js';
import type { AccessTable } from './matrix.js';

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
    'outgoingWebhooks.create': ({ serverId }) => ({ parameters: { serverID: serverId }, input: FIELDS }),
    'outgoingWebhooks.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'outgoingWebhooks.get': ofWebhook,
    'outgoingWebhooks.update': async (fixture) => ({
      ...(await ofWebhook(fixture)),
      input: { description: 'For the wiki' },
    }),
    'outgoingWebhooks.delete': ofNewWebhook,
    'outgoingWebhooks.rotateSecret': ofWebhook,
    'outgoingWebhooks.ping': ofWebhook,
    'outgoingWebhooks.deliveries': ofWebhook,
    'outgoingWebhooks.replayDelivery': async (fixture) => {
      const { parameters } = await ofWebhook(fixture);
      const { serverID, outgoingWebhookID } = parameters;
      const deliveryID = await newDelivery(fixture.clients.owner, serverID, outgoingWebhookID);
      return { parameters: { ...parameters, deliveryID } };
    },
    'outgoingWebhooks.replay': ofWebhook,
  },
};

/** A name that does not resolve (RFC 6761). */
const FIELDS = { url: 'https://receiver.invalid/hooks', eventTypes: ['message.created'] };

async function ofNewWebhook({ clients, serverId }: Fixture) {
  const outgoingWebhookID = await newOutgoingWebhook(clients.owner, serverId);
  return { parameters: { serverID: serverId, outgoingWebhookID } };
}

/** One for all requests that leave it there: a server may have fewer than there are requests. */
const shared = new WeakMap<Fixture, ReturnType<typeof ofNewWebhook>>();

function ofWebhook(fixture: Fixture) {
  const made = shared.get(fixture) ?? ofNewWebhook(fixture);
  shared.set(fixture, made);
  return made;
}

type Owner = Fixture['clients']['owner'];

export async function newOutgoingWebhook(owner: Owner, serverId: string): Promise<string> {
  const { body } = await owner.post(`/api/servers/${serverId}/webhooks/outgoing`, FIELDS);
  return body.data.webhook.id;
}

export function newDelivery(owner: Owner, serverId: string, webhookId: string): Promise<string> {
  return createdId(owner, `/api/servers/${serverId}/webhooks/outgoing/${webhookId}/ping`, {});
}
