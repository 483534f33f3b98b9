import { createServerWith } from '../create-server.js';
import { newChannel, type Preparation, type Writes } from './preparation.js';

/** The writes of channels and direct messages. */
export const CHANNEL_WRITES: Writes = {
  'channels.create': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.channels.create({ serverId, name: 'keys' });
  },
  'channels.update': async (preparation) => {
    const path = await newChannel(preparation);
    return (call) => call.channels.update({ ...path, topic: 'Plans' });
  },
  'channels.delete': async (preparation) => {
    const path = await newChannel(preparation);
    return (call) => call.channels.delete(path);
  },
  'channels.join': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: serverId } = await createServerWith(other, who);
    const { id: channelId } = await other.call.channels.create({ serverId, name: 'keys' });
    return (call) => call.channels.join({ serverId, channelId });
  },
  'channels.leave': async (preparation) => {
    const path = await newChannel(preparation);
    return (call) => call.channels.leave(path);
  },
  'channels.addMember': async (preparation) => {
    const { other, ...path } = await channelWithOther(preparation);
    return (call) => call.channels.addMember({ ...path, userId: other.id });
  },
  'channels.removeMember': async (preparation) => {
    const { other, ...path } = await channelWithOther(preparation);
    await other.call.channels.join(path);
    return (call) => call.channels.removeMember({ ...path, userId: other.id });
  },
  'incomingWebhooks.create': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    return (call) => call.incomingWebhooks.create({ channelId, name: 'Builds' });
  },
  'incomingWebhooks.update': async (preparation) => {
    const webhookId = await newWebhook(preparation);
    return (call) => call.incomingWebhooks.update({ webhookId, name: 'Deploys' });
  },
  'incomingWebhooks.rotate': async (preparation) => {
    const webhookId = await newWebhook(preparation);
    return (call) => call.incomingWebhooks.rotate({ webhookId });
  },
  'incomingWebhooks.delete': async (preparation) => {
    const webhookId = await newWebhook(preparation);
    return (call) => call.incomingWebhooks.delete({ webhookId });
  },
  'favorites.add': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    return (call) => call.favorites.add({ channelId });
  },
  'favorites.remove': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    await preparation.who.call.favorites.add({ channelId });
    return (call) => call.favorites.remove({ channelId });
  },
  'favorites.order': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    await preparation.who.call.favorites.add({ channelId });
    return (call) => call.favorites.order({ channelIds: [channelId] });
  },
  'dms.create': async ({ world, n }) => {
    const other = await world.person(`other-${n}`);
    return (call) => call.dms.create({ userIds: [other.id] });
  },
};

async function newWebhook(preparation: Preparation): Promise<string> {
  const { channelId } = await newChannel(preparation);
  const { webhook } = await preparation.who.call.incomingWebhooks.create({ channelId, name: 'Builds' });
  return webhook.id;
}

async function channelWithOther({ world, who, n }: Preparation) {
  const other = await world.person(`other-${n}`);
  const { id: serverId } = await createServerWith(who, other);
  const { id: channelId } = await who.call.channels.create({ serverId, name: 'keys' });
  return { other, serverId, channelId };
}
