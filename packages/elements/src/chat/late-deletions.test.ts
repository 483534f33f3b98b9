import { expect, test } from 'vitest';
import { LateDeletions } from './late-deletions.js';

test('all that wait are sent once, and awaited', async () => {
  const late = new LateDeletions();
  const sent: string[] = [];
  const sending = (name: string) => async () => {
    await Promise.resolve();
    sent.push(name);
  };
  late.keep(sending('one'));
  const leave = late.keep(sending('undone'));
  late.keep(sending('two'));
  leave();
  await late.sendNow();
  expect(sent).toEqual(['one', 'two']);
  await late.sendNow();
  expect(sent).toHaveLength(2);
});
