import { expect, test } from 'vitest';
import { Delivery } from '../log/delivery.js';
import { Outbox, UNSENT_BYTES_MAX } from './outbox.js';
import { Scheduler } from './scheduler.js';

test('wakes its consumer once for several deliveries, which are taken together', async () => {
  const scheduler = new Scheduler();
  const outbox = new Outbox(scheduler);
  const woken = outbox.woken();
  const deliveries = [new Delivery('one'), new Delivery('two')];
  expect(deliveries.map((delivery) => outbox.push(delivery))).toEqual([true, true]);
  scheduler.run();
  await woken;
  expect(outbox.takeAll()).toEqual(deliveries);
  expect(outbox.takeAll()).toEqual([]);
});

test('counts what the consumer has not sent yet towards its limit', () => {
  let unsent = UNSENT_BYTES_MAX - 3;
  const outbox = new Outbox(new Scheduler(), () => unsent);
  expect(outbox.push(new Delivery('one'))).toBe(true);
  expect(outbox.push(new Delivery('two'))).toBe(false);
  outbox.takeAll();
  unsent = 0;
  expect(outbox.push(new Delivery('three'))).toBe(true);
});

test('closing drops what waits and wakes the consumer', async () => {
  const outbox = new Outbox(new Scheduler());
  const woken = outbox.woken();
  outbox.push(new Delivery('one'));
  outbox.close();
  await woken;
  expect(outbox.takeAll()).toEqual([]);
});
