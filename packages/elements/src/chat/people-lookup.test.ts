import type { User } from '@palaver/client';
import { expect, test, vi } from 'vitest';
import { peopleLookup } from './people-lookup.js';

// Only the id of a person matters here.
const person = (id: string) => ({ id }) as User;

test('people of one moment are asked for with one question, each once', async () => {
  const ask = vi.fn(async (ids: readonly string[]) => ids.filter((id) => id !== 'gone').map(person));
  const { need, found, subscribe } = peopleLookup(ask);
  const heard = vi.fn();
  subscribe(heard);
  need(['ada', 'bob', 'ada']);
  need(['bob', 'gone']);
  await vi.waitFor(() => expect(found()).toEqual([person('ada'), person('bob')]));
  need(['ada', 'gone', 'cleo']);
  await vi.waitFor(() => expect(found().map(({ id }) => id)).toEqual(['ada', 'bob', 'cleo']));
  expect(ask.mock.calls).toEqual([[['ada', 'bob', 'gone']], [['cleo']]]);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('more than a page are asked for with several questions', async () => {
  const ask = vi.fn(async (ids: readonly string[]) => ids.map(person));
  const { need, found } = peopleLookup(ask);
  need(Array.from({ length: 250 }, (_, n) => String(n)));
  await vi.waitFor(() => expect(found()).toHaveLength(250));
  expect(ask.mock.calls.map(([ids]) => ids.length)).toEqual([100, 100, 50]);
});

test('who could not be asked for is asked for again', async () => {
  const ask = vi.fn(async (ids: readonly string[]) => ids.map(person));
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { need, found } = peopleLookup(ask);
  need(['ada']);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => {
    need(['ada']);
    expect(ask).toHaveBeenCalledTimes(2);
  });
  await vi.waitFor(() => expect(found()).toEqual([person('ada')]));
});
