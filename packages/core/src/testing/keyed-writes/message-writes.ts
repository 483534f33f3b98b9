import { newChannel, type Preparation, type Writes } from './preparation.js';

/** By the database's clock, which no test changes. */
const IN_A_DAY = new Date(Date.now() + 24 * 3600 * 1000).toISOString();

/** The writes of messages, threads and drafts. */
export const MESSAGE_WRITES: Writes = {
  'messages.send': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    return (call) => call.messages.send({ channelId, content: 'hello' });
  },
  'reports.create': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.reports.create({ messageId, reason: 'spam' });
  },
  'reports.close': async (preparation) => {
    const messageId = await newMessage(preparation);
    const { serverId, id: reportId } = await preparation.who.call.reports.create({
      messageId,
      reason: 'spam',
    });
    return (call) => call.reports.close({ serverId, reportId, state: 'settled' });
  },
  'messages.reply': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.messages.reply({ messageId, content: 'hello' });
  },
  'messages.edit': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.messages.edit({ messageId, content: 'edited' });
  },
  'messages.delete': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.messages.delete({ messageId });
  },
  'messages.react': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.messages.react({ messageId, emoji: '🎉' });
  },
  'messages.unreact': async (preparation) => {
    const messageId = await newMessage(preparation);
    await preparation.who.call.messages.react({ messageId, emoji: '🎉' });
    return (call) => call.messages.unreact({ messageId, emoji: '🎉' });
  },
  'messages.pin': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.messages.pin({ messageId });
  },
  'messages.unpin': async (preparation) => {
    const messageId = await newMessage(preparation);
    await preparation.who.call.messages.pin({ messageId });
    return (call) => call.messages.unpin({ messageId });
  },
  'savedMessages.save': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.savedMessages.save({ messageId });
  },
  'savedMessages.unsave': async (preparation) => {
    const messageId = await newMessage(preparation);
    await preparation.who.call.savedMessages.save({ messageId });
    return (call) => call.savedMessages.unsave({ messageId });
  },
  'scheduledMessages.create': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    const message = { channelId, content: 'later', sendAt: IN_A_DAY };
    return (call) => call.scheduledMessages.create(message);
  },
  'scheduledMessages.edit': async (preparation) => {
    const scheduledMessageId = await newScheduled(preparation);
    return (call) => call.scheduledMessages.edit({ scheduledMessageId, content: 'changed' });
  },
  'scheduledMessages.delete': async (preparation) => {
    const scheduledMessageId = await newScheduled(preparation);
    return (call) => call.scheduledMessages.delete({ scheduledMessageId });
  },
  'scheduledMessages.send': async (preparation) => {
    const scheduledMessageId = await newScheduled(preparation);
    return (call) => call.scheduledMessages.send({ scheduledMessageId });
  },
  'drafts.put': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    return (call) => call.drafts.put({ channelId, content: 'not sent yet' });
  },
  'drafts.delete': async (preparation) => {
    const { channelId } = await newChannel(preparation);
    await preparation.who.call.drafts.put({ channelId, content: 'not sent yet' });
    return (call) => call.drafts.delete({ channelId });
  },
  'threads.follow': async (preparation) => {
    const messageId = await newMessage(preparation);
    return (call) => call.threads.follow({ messageId });
  },
  'threads.unfollow': async (preparation) => {
    const messageId = await newMessage(preparation);
    await preparation.who.call.threads.follow({ messageId });
    return (call) => call.threads.unfollow({ messageId });
  },
  'threads.markRead': async (preparation) => {
    const messageId = await newMessage(preparation);
    await preparation.who.call.threads.follow({ messageId });
    return (call) => call.threads.markRead({ threadId: messageId, messageId, unread: true });
  },
};

async function newMessage(preparation: Preparation): Promise<string> {
  const { channelId } = await newChannel(preparation);
  return (await preparation.who.call.messages.send({ channelId, content: 'root' })).id;
}

async function newScheduled(preparation: Preparation): Promise<string> {
  const { channelId } = await newChannel(preparation);
  const message = { channelId, content: 'later', sendAt: IN_A_DAY };
  return (await preparation.who.call.scheduledMessages.create(message)).id;
}
