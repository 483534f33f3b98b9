import { expect, test } from 'vitest';
import { Delivery } from '../../log/delivery.js';
import { Scheduler } from './scheduler.js';
import { SendBuffer, UNSENT_BYTES_MAX } from './send-buffer.js';

test('wakes its subscriber once for several deliveries, which are taken together', async () => {
  const scheduler = new Scheduler();
  const buffer = new SendBuffer(scheduler);
  const woken = buffer.woken();
  const deliveries = [new Delivery('one'), new Delivery('two')];
  expect(deliveries.map((delivery) => buffer.push(delivery))).toEqual([true, true]);
  scheduler.run();
  await woken;
  expect(buffer.takeAll()).toEqual(deliveries);
  expect(buffer.takeAll()).toEqual([]);
});

test('counts what the subscriber has not sent yet towards its limit', () => {
  let unsent = UNSENT_BYTES_MAX - 3;
  const buffer = new SendBuffer(new Scheduler(), () => unsent);
  expect(buffer.push(new Delivery('one'))).toBe(true);
  expect(buffer.push(new Delivery('two'))).toBe(false);
  buffer.takeAll();
  unsent = 0;
  expect(buffer.push(new Delivery('three'))).toBe(true);
});

test('closing drops what waits and wakes the subscriber', async () => {
  const buffer = new SendBuffer(new Scheduler());
  const woken = buffer.woken();
  buffer.push(new Delivery('one'));
  buffer.close();
  await woken;
  expect(buffer.takeAll()).toEqual([]);
});
