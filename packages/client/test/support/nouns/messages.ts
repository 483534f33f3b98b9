import type { Message } from '@palaver/core';
import type { TestUser } from '@palaver/core/testing';
import { newId, tables } from '@palaver/db';
import { reduceMessage, reduceMessagePage } from '../../../src/state/index.js';
import { type Action, type History, pick } from '../history.js';
import { type Begin, LIMIT, newest, reading, same, withoutProfile } from '../observing.js';

/** The page before a message. It is not full, so a deletion brings no older message into it. */
export const olderMessages = ({ channelId, id: before }: Message): Begin =>
  reading({
    procedure: 'messages.list',
    variant: 'an older page',
    ask: (call) => call.messages.list({ channelId, before, limit: LIMIT }),
    begin: (items) => ({ items, newest: false, threadId: null }),
    reduce: reduceMessagePage,
    compared: ({ items }) => items.map(withoutProfile),
  });

/** The thread of a reply is that of its first message, which the events of all of its replies name. */
export const messageReads = ({ id: messageId, threadId }: Message): Begin[] => [
  reading({
    procedure: 'messages.get',
    ask: (call) => call.messages.get({ messageId }),
    begin: same,
    reduce: reduceMessage,
    compared: (it) => it && withoutProfile(it),
  }),
  reading({
    procedure: 'messages.thread',
    ask: (call) => call.messages.thread({ messageId, limit: LIMIT }),
    begin: (items) => ({ ...newest(items), threadId: threadId ?? messageId }),
    reduce: reduceMessagePage,
    compared: ({ items }) => items.map(withoutProfile),
  }),
];

export const messageActions = {
  send: async (history, who, a, b) => {
    const { channelId } = pick(history.channels, a);
    const sent = await who.call.messages.send({ channelId, content: `message ${b}` });
    history.messages.push(sent.id);
  },
  mention: async (history, who, a) => {
    const { channelId } = pick(history.channels, a);
    const sent = await who.call.messages.send({ channelId, content: '@alice @bob @carol @here' });
    history.messages.push(sent.id);
  },
  sendFile: async (history, who, a) => {
    const { channelId } = pick(history.channels, a);
    const attachmentIds = [await upload(history, who, channelId)];
    const sent = await who.call.messages.send({ channelId, attachmentIds });
    history.messages.push(sent.id);
  },
  reply: async (history, who, a, b) => {
    const reply = { messageId: pick(history.messages, a), content: `reply ${b}` };
    history.messages.push((await who.call.messages.reply(reply)).id);
  },
  replyToBoth: async (history, who, a, b) => {
    const reply = { messageId: pick(history.messages, a), content: `to both ${b}`, alsoInChannel: true };
    history.messages.push((await who.call.messages.reply(reply)).id);
  },
  edit: ({ messages }, who, a, b) =>
    who.call.messages.edit({ messageId: pick(messages, a), content: `edited ${b}` }),
  deleteMessage: ({ messages }, who, a) => who.call.messages.delete({ messageId: pick(messages, a) }),
  react: ({ messages }, who, a, b) =>
    who.call.messages.react({ messageId: pick(messages, a), emoji: pick(EMOJI, b) }),
  unreact: ({ messages }, who, a, b) =>
    who.call.messages.unreact({ messageId: pick(messages, a), emoji: pick(EMOJI, b) }),
  pin: ({ messages }, who, a) => who.call.messages.pin({ messageId: pick(messages, a) }),
  unpin: ({ messages }, who, a) => who.call.messages.unpin({ messageId: pick(messages, a) }),
  save: ({ messages }, who, a) => who.call.savedMessages.save({ messageId: pick(messages, a) }),
  unsave: ({ messages }, who, a) => who.call.savedMessages.unsave({ messageId: pick(messages, a) }),
  markRead: async ({ messages }, who, a, b) => {
    const messageId = pick(messages, a);
    const { channelId } = await who.call.messages.get({ messageId });
    return who.call.readState.markRead({ channelId, messageId, unread: b % 3 === 0 });
  },
  follow: ({ messages }, who, a) => who.call.threads.follow({ messageId: pick(messages, a) }),
  unfollow: ({ messages }, who, a) => who.call.threads.unfollow({ messageId: pick(messages, a) }),
  readThread: ({ messages }, who, a, b) =>
    who.call.threads.markRead({ threadId: pick(messages, a), messageId: pick(messages, b) }),
  schedule: async ({ channels, scheduled }, who, a, b) => {
    const sendAt = new Date(Date.now() + 3600 * 1000).toISOString();
    const message = { ...pick(channels, a), content: `scheduled ${b}`, sendAt };
    scheduled.push((await who.call.scheduledMessages.create(message)).id);
  },
  sendScheduled: async ({ scheduled, messages }, who, a) => {
    const sent = await who.call.scheduledMessages.send({ scheduledMessageId: pick(scheduled, a) });
    messages.push(sent.id);
  },
  editScheduled: ({ scheduled }, who, a, b) =>
    who.call.scheduledMessages.edit({ scheduledMessageId: pick(scheduled, a), content: `changed ${b}` }),
  deleteScheduled: ({ scheduled }, who, a) =>
    who.call.scheduledMessages.delete({ scheduledMessageId: pick(scheduled, a) }),
  reactWithEmoji: ({ messages, emoji }, who, a, b) =>
    who.call.messages.react({ messageId: pick(messages, a), emoji: `any:${pick(emoji, b).emojiId}` }),
  mentionGroup: async (history, who, a, b) => {
    const { channelId } = pick(history.channels, a);
    const sent = await who.call.messages.send({ channelId, content: `@team-${b % 3}` });
    history.messages.push(sent.id);
  },
  sendDm: async ({ dms, messages }, who, a, b) => {
    const sent = await who.call.messages.send({ channelId: pick(dms, a), content: `direct ${b}` });
    messages.push(sent.id);
  },
} as const satisfies Record<string, Action>;

const EMOJI = ['👍', '🎉', 'shipit'];

async function upload({ world }: History, who: TestUser, channelId: string): Promise<string> {
  const id = newId();
  await world.services.db.insert(tables.attachments).values({
    id,
    channelId,
    uploaderId: who.id,
    filename: 'notes.txt',
    mimeType: 'text/plain',
    sizeBytes: 5,
    createdAt: world.clock.now(),
  });
  return id;
}
