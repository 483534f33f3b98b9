import type { AccessTable } from './access-table.js';
import { createdId, type Fixture, otherServer } from './fixture.js';
import type { RestClient } from './rest-client.js';
import { uniqueName } from './rest-client.js';

/** Who manages a channel manages its webhooks; whoever has the secret of one posts by it. */
export const incomingWebhooks: AccessTable = {
  table: `
                                   | anonymous | outsider   | ex-member  | member     | channel member | moderator  | admin | owner | bot
  incomingWebhooks.create          | sign in   | no channel | no channel | admin only | admin only     | admin only | 201   | 201   | people only
  incomingWebhooks.list            | sign in   | no channel | no channel | admin only | admin only     | admin only | 200   | 200   | people only
  incomingWebhooks.update          | sign in   | no webhook | no webhook | admin only | admin only     | admin only | 200   | 200   | people only
  incomingWebhooks.rotate          | sign in   | no webhook | no webhook | admin only | admin only     | admin only | 200   | 200   | people only
  incomingWebhooks.delete          | sign in   | no webhook | no webhook | admin only | admin only     | admin only | 200   | 200   | people only
  incomingWebhooks.post            | 200       | 200        | 200        | 200        | 200            | 200        | 200   | 200   | 200
  incomingWebhooks.postAsSlack     | 200       | 200        | 200        | 200        | 200            | 200        | 200   | 200   | 200
  incomingWebhooks.postAsDiscord   | 204       | 204        | 204        | 204        | 204            | 204        | 204   | 204   | 204
  incomingWebhooks.postAsGithub    | 204       | 204        | 204        | 204        | 204            | 204        | 204   | 204   | 204
  incomingWebhooks.getAsDiscord    | 200       | 200        | 200        | 200        | 200            | 200        | 200   | 200   | 200
  incomingWebhooks.editAsDiscord   | 200       | 200        | 200        | 200        | 200            | 200        | 200   | 200   | 200
  incomingWebhooks.deleteAsDiscord | 204       | 204        | 204        | 204        | 204            | 204        | 204   | 204   | 204
  `,
  prepare: {
    'incomingWebhooks.create': ({ channels }) => ({
      parameters: { channelID: channels.public },
      input: { name: uniqueName('Builds') },
    }),
    'incomingWebhooks.list': ({ channels }) => ({ parameters: { channelID: channels.public } }),
    'incomingWebhooks.update': async (fixture) => ({ ...(await ofNew(fixture)), input: { name: 'Deploys' } }),
    'incomingWebhooks.rotate': ofNew,
    'incomingWebhooks.delete': ofNew,
    'incomingWebhooks.post': (fixture) => posting(fixture, { text: 'Hello' }),
    'incomingWebhooks.postAsSlack': (fixture) => posting(fixture, { text: 'Hello' }),
    'incomingWebhooks.postAsDiscord': (fixture) => posting(fixture, { content: 'Hello' }),
    'incomingWebhooks.getAsDiscord': async ({ clients, serverId }) => ({
      parameters: { ...(await newWebhook(clients.owner, serverId)) },
    }),
    'incomingWebhooks.editAsDiscord': async (fixture) => ({
      parameters: await ofPosted(fixture),
      input: { content: 'Goodbye' },
    }),
    'incomingWebhooks.deleteAsDiscord': async (fixture) => ({ parameters: await ofPosted(fixture) }),
    // Without the header of an event there is nothing to post.
    'incomingWebhooks.postAsGithub': (fixture) => posting(fixture, {}),
  },
  hidden: {
    webhookID: async (fixture) => {
      const { webhookID } = await newWebhook(fixture.clients.owner, await otherServer(fixture));
      return { role: 'outsider', id: webhookID };
    },
  },
};

async function ofNew({ clients, serverId }: Fixture) {
  const { webhookID } = await newWebhook(clients.owner, serverId);
  return { parameters: { webhookID } };
}

async function posting({ clients, serverId }: Fixture, input: Readonly<Record<string, string>>) {
  return { parameters: { ...(await newWebhook(clients.owner, serverId)) }, input };
}

/** A message that a webhook has posted. */
async function ofPosted({ clients: { owner }, serverId }: Fixture) {
  const webhook = await newWebhook(owner, serverId);
  const path = `/api/webhooks/${webhook.webhookID}/${webhook.secret}?wait=true`;
  const { body } = await owner.post(path, { content: 'Hello' });
  return { ...webhook, messageID: String(body.id) };
}

/** A webhook of a new channel that all members see. */
export async function newWebhook(
  owner: RestClient,
  serverId: string,
): Promise<{ readonly webhookID: string; readonly secret: string }> {
  const channelId = await createdId(owner, `/api/servers/${serverId}/channels`, {
    name: uniqueName('hooks'),
  });
  const { body } = await owner.post(`/api/channels/${channelId}/webhooks`, { name: 'Builds' });
  return { webhookID: body.data.webhook.id, secret: body.data.url.split('/').at(-1) };
}
