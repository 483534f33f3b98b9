import '../testing/browser.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { LateDeletions } from './late-deletions.js';

let sent: string[];
const sending = (name: string) => async () => {
  await Promise.resolve();
  sent.push(name);
};

beforeEach(() => {
  sent = [];
  localStorage.clear();
});

test('all that wait are sent once, and awaited', async () => {
  const late = new LateDeletions('u1');
  late.keep('one', sending('one'));
  const leave = late.keep('undone', sending('undone'));
  late.keep('two', sending('two'));
  leave();
  await late.sendNow();
  expect(sent).toEqual(['one', 'two']);
  await late.sendNow();
  expect(sent).toHaveLength(2);
});

test('the tab that ends the session takes those of the other tabs, and of nobody else', async () => {
  const [here, there, other] = ['u1', 'u1', 'u2'].map((userId) => new LateDeletions(userId));
  const undo = there?.keep('undone', sending('undone'));
  there?.keep('waits', sending('waits'));
  other?.keep('of another person', sending('of another person'));
  here?.keep('own', sending('own'));
  undo?.();
  await here?.sendNow();
  expect(sent).toEqual(['own']);
  expect(here?.takeOfOtherTabs()).toEqual(['waits']);
  expect(here?.takeOfOtherTabs()).toEqual([]);
});

test('what a page has left that was stopped long ago is not deleted', () => {
  vi.useFakeTimers();
  new LateDeletions('u1').keep('left', sending('left'));
  vi.advanceTimersByTime(10 * 60_000);
  expect(new LateDeletions('u1').takeOfOtherTabs()).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
  vi.useRealTimers();
});
