import { createServerWith } from '../create-server.js';
import { newChannel, otherPerson, type Preparation, type Writes } from './preparation.js';

/** The writes of what people read and are told. */
export const READING_WRITES: Writes = {
  'notifications.readAll': async () => (call) => call.notifications.readAll(),
  'notifications.read': async (preparation) => {
    const notificationId = await newItem(preparation);
    return (call) => call.notifications.read({ notificationId });
  },
  'readState.markRead': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    const { id: messageId } = await preparation.who.call.messages.send({ channelId, content: 'read' });
    return (call) => call.readState.markRead({ channelId, messageId, unread: true });
  },
  'readState.markServerRead': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.readState.markServerRead({ serverId });
  },
  'notificationPreferences.setForServer': async ({ who }) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.notificationPreferences.setForServer({ serverId, level: 'nothing' });
  },
  'notificationPreferences.setForChannelById': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    return (call) => call.notificationPreferences.setForChannelById({ channelId, level: 'nothing' });
  },
  'notificationPreferences.setForDm': async ({ world, who, n }) => {
    const other = await world.person(`other-${n}`);
    const { id: channelId } = await who.call.dms.create({ userIds: [other.id] });
    return (call) => call.notificationPreferences.setForDm({ channelId, level: 'nothing' });
  },
  'notificationPreferences.setForChannel': async (preparation) => {
    const path = await newChannel(preparation);
    return (call) => call.notificationPreferences.setForChannel({ ...path, level: 'nothing' });
  },
  'realtime.ticket': async () => (call) => call.realtime.ticket(),
};

/** An unread item of the caller's inbox: another person has written to them. */
async function newItem(preparation: Preparation): Promise<string> {
  const { world, who } = preparation;
  const { call } = await otherPerson(preparation);
  const { id: channelId } = await call.dms.create({ userIds: [who.id] });
  await call.messages.send({ channelId, content: 'hello' });
  await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
  const [item] = await who.call.notifications.list({ limit: 1 });
  if (!item) throw new Error('a direct message makes an item');
  return item.id;
}
