import { expect, test } from 'vitest';
import { Places } from './places.js';

const HERE = { serverId: 's1', channelId: 'a' };

test('a channel, a message in it, and a thread beside it are shown one after the other', () => {
  const places = new Places();
  expect(places.shown).toBeNull();
  places.show(HERE);
  expect(places.shown).toEqual({ channelId: 'a', messageId: null, thread: null });
  places.show({ ...HERE, messageId: 'm' });
  places.show({ ...HERE, messageId: 'r', threadId: 'root' });
  expect(places.shown).toEqual({
    channelId: 'a',
    messageId: 'm',
    thread: { rootId: 'root', replyId: 'r' },
  });
  places.closeThread();
  expect(places.shown).toEqual({ channelId: 'a', messageId: 'm', thread: null });
});

test('a thread of another channel takes its channel along, and the first message of a thread is no reply', () => {
  const places = new Places();
  places.show({ ...HERE, messageId: 'm' });
  places.show({ serverId: null, channelId: 'b', messageId: 'root', threadId: 'root' });
  expect(places.shown).toEqual({
    channelId: 'b',
    messageId: null,
    thread: { rootId: 'root', replyId: null },
  });
});

test('to close a thread where nothing is shown does nothing', () => {
  const places = new Places();
  places.closeThread();
  expect(places.shown).toBeNull();
});

test('whoever listens hears of each change until the end', () => {
  const places = new Places();
  let heard = 0;
  const end = places.subscribe(() => heard++);
  places.show(HERE);
  places.closeThread();
  end();
  places.show(HERE);
  expect(heard).toBe(2);
});

test('a channel is shown where it was left, unless a message is asked for', () => {
  const places = new Places();
  const left = { channelId: 'a', messageId: 'x', top: 12 };
  places.entryOf('a', null).keep(left);
  expect(places.entryOf('a', null).asked()).toEqual({ place: left, messageId: null });
  expect(places.entryOf('a', 'm').asked()).toEqual({ place: null, messageId: 'm' });
  expect(places.entryOf('b', null).asked().place).toBeNull();
  places.entryOf('a', null).keep(null);
  expect(places.entryOf('a', null).asked().place).toBeNull();
});

test('a channel whose message is asked for again moves there, and not for a thread beside it', () => {
  const places = new Places();
  let moved = 0;
  const end = places.entryOf('a', 'm').onMoved(() => moved++);
  places.show({ ...HERE, messageId: 'm' });
  places.show({ ...HERE, threadId: 'root' });
  expect(moved).toBe(1);
  end();
  places.show({ ...HERE, messageId: 'm' });
  expect(moved).toBe(1);
});
