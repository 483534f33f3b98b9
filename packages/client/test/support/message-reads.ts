import type { Message } from '@palaver/core';
import { reduceMessage, reduceMessagePage } from '../../src/state/index.js';
import { type Begin, LIMIT, newest, reading, same, withoutProfile } from './observing.js';

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

export const messageReads = ({ id: messageId }: Message): Begin[] => [
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
    begin: (items) => ({ ...newest(items), threadId: messageId }),
    reduce: reduceMessagePage,
    compared: ({ items }) => items.map(withoutProfile),
  }),
];
