import { expect, test } from 'vitest';
import { deliveryCounter } from './delivery-counter.js';

function counter() {
  const { receive, ...deliveries } = deliveryCounter({
    sockets: 2,
    framePrefix: '{"type":"m"',
    numbered: true,
  });
  const calls: string[] = [];
  deliveries.reset({ onFirst: (n) => calls.push(`first ${n}`), onAll: (n) => calls.push(`all ${n}`) });
  const message = (socket: number, seq: number) => frame(socket, `{"type":"m","data":{"seq":${seq}}}`);
  const frame = (socket: number, text: string) => receive(socket, Buffer.from(text), 0, text.length);
  return { ...deliveries, message, frame, calls };
}

test('reports when the first and when all subscribers have received a message', () => {
  const { message, frame, calls, assertDelivered } = counter();

  message(1, 7);
  frame(0, '{"type":"typing"}');
  message(0, 7);
  message(0, 8);
  message(1, 8);

  expect(calls).toEqual(['first 1', 'all 1', 'first 2', 'all 2']);
  expect(() => assertDelivered(2)).not.toThrow();
});

test('fails when a message is missing or out of order', () => {
  const { message, assertDelivered } = counter();

  message(0, 7);
  message(0, 9);
  message(1, 7);

  expect(() => assertDelivered(2)).toThrow('position 9 followed 7; socket 1 received 1 of 2 messages');
});

test('fails when a socket has disconnected', () => {
  const { message, fail, assertDelivered } = counter();

  message(0, 7);
  message(1, 7);
  fail('the connection ended');

  expect(() => assertDelivered(1)).toThrow('the connection ended');
});
