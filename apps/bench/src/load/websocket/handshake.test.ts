import { expect, test } from 'vitest';
import { handshake } from './handshake.js';

function begin() {
  const sent: string[] = [];
  const received: string[] = [];
  let done = 0;
  const running = handshake({
    steps: [{ until: 'ready' }, { send: 'subscribe', until: 'subscribed' }],
    send: (text) => sent.push(text),
    onDone: () => {
      done += 1;
    },
    onText: (bytes, start, end) => received.push(bytes.toString('utf8', start, end)),
  });
  running.begin();
  const receive = (text: string) => running.onText(Buffer.from(text), 0, text.length);
  return { sent, received, receive, unexpected: running.unexpected, done: () => done };
}

test('goes through its steps and then hands on every frame', () => {
  const { sent, received, receive, done } = begin();

  expect(sent).toEqual([]);
  receive('ready');
  expect(sent).toEqual(['subscribe']);
  expect(done()).toBe(0);
  receive('subscribed');
  expect(done()).toBe(1);
  receive('message');
  expect(received).toEqual(['message']);
});

test('keeps what it did not expect', () => {
  const { receive, unexpected } = begin();

  receive('not allowed');
  expect(unexpected()).toBe('not allowed');
  receive('ready');
  expect(unexpected()).toBe('');
});
