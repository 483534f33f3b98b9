import { expect, test } from 'vitest';
import { withTime } from '../sent-at.js';
import { type HeardMessage, type Hearing, hear } from './heard.js';

const [MESSAGE, CHANNEL, USER, FILE] = ['1', '2', '3', '4'].map(
  (n) => `01a22200-0000-7000-8000-00000000000${n}`,
);

function heardOf(frame: string): unknown[] {
  const heard: unknown[] = [];
  const hearing: Hearing = {
    message: (message: HeardMessage) => heard.push(message),
    reaction: (...ids) => heard.push(['reaction', ...ids]),
    typing: (...ids) => heard.push(['typing', ...ids]),
    followed: () => heard.push('followed'),
    position: (...position) => heard.push(['position', ...position]),
  };
  // The frame is not alone in what was received.
  const bytes = Buffer.from(`before${frame}after`);
  hear(bytes, 6, 6 + Buffer.byteLength(frame), hearing);
  return heard;
}

const message = (content: string, attachments: readonly object[] = []) => {
  const data = { id: MESSAGE, channelId: CHANNEL, userId: USER, content, attachments, seq: 42 };
  return JSON.stringify({ type: 'message.created', data });
};

test('a message says who wrote it, where, when, and with which file', () => {
  const [position, heard] = heardOf(message(withTime('hello', 'post'), [{ id: FILE }]));
  expect(position).toEqual(['position', CHANNEL, 42]);
  expect(heard).toMatchObject({
    id: MESSAGE,
    channelId: CHANNEL,
    userId: USER,
    isReply: false,
    attachmentId: FILE,
    sinceMs: expect.closeTo(0, -3),
  });
  expect(heardOf(message(withTime('hello', 'reply'))).at(-1)).toMatchObject({
    isReply: true,
    attachmentId: '',
  });
  expect(heardOf(message('of somebody else'))).toEqual([]);
});

test.each([
  [
    {
      type: 'reaction.added',
      data: { channelId: CHANNEL, messageId: MESSAGE, userId: USER, emoji: '👍', seq: 7 },
    },
    [
      ['position', CHANNEL, 7],
      ['reaction', MESSAGE, USER],
    ],
  ],
  [{ type: 'typing.started', data: { channelId: CHANNEL, userId: USER } }, [['typing', CHANNEL, USER]]],
  [{ type: 'presence.updated', data: { userId: USER, online: true, idle: false } }, []],
  [
    { type: 'draft.updated', data: { channelId: CHANNEL, updatedAt: 'now', streamId: USER, seq: 8 } },
    [['position', USER, 8]],
  ],
  [
    { type: 'thread.followed', data: { channelId: CHANNEL, streamId: USER, seq: 9 } },
    [['position', USER, 9], 'followed'],
  ],
])('%j is heard', (frame, expected) => {
  expect(heardOf(JSON.stringify(frame))).toEqual(expected);
});
