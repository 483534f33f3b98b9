import { createServerWith } from '../create-server.js';
import type { TestUser } from '../world.js';
import type { Writes } from './preparation.js';

/** No call is made: its name does not resolve (RFC 6761). */
const FIELDS = { url: 'https://receiver.invalid/hooks', eventTypes: ['message.created' as const] };

export const WEBHOOK_WRITES: Writes = {
  'outgoingWebhooks.create': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.outgoingWebhooks.create({ serverId, ...FIELDS });
  },
  'outgoingWebhooks.update': async ({ who }) => {
    const path = await newWebhook(who);
    return (call) => call.outgoingWebhooks.update({ ...path, description: 'For the wiki' });
  },
  'outgoingWebhooks.delete': async ({ who }) => {
    const path = await newWebhook(who);
    return (call) => call.outgoingWebhooks.delete(path);
  },
  'outgoingWebhooks.rotateSecret': async ({ who }) => {
    const path = await newWebhook(who);
    return (call) => call.outgoingWebhooks.rotateSecret(path);
  },
  'outgoingWebhooks.ping': async ({ who }) => {
    const path = await newWebhook(who);
    return (call) => call.outgoingWebhooks.ping(path);
  },
  'outgoingWebhooks.replayDelivery': async ({ who }) => {
    const path = await newWebhook(who);
    const { id: deliveryId } = await who.call.outgoingWebhooks.ping(path);
    return (call) => call.outgoingWebhooks.replayDelivery({ ...path, deliveryId });
  },
  'outgoingWebhooks.replay': async ({ who }) => {
    const path = await newWebhook(who);
    return (call) => call.outgoingWebhooks.replay(path);
  },
};

async function newWebhook(who: TestUser): Promise<{ serverId: string; outgoingWebhookId: string }> {
  const { id: serverId } = await createServerWith(who);
  const { webhook } = await who.call.outgoingWebhooks.create({ serverId, ...FIELDS });
  return { serverId, outgoingWebhookId: webhook.id };
}
