import { expect, test } from 'vitest';
import { ToldLines } from './tell.js';

test('what is told waits until it is taken, in its order', () => {
  const lines = new ToldLines();
  let heard = 0;
  const end = lines.onTold(() => heard++);
  expect(lines.isWaiting).toBe(false);
  lines.tell('Copied');
  lines.tell('Refused', true);
  expect(lines.isWaiting).toBe(true);
  expect(lines.take().map(({ text, isError }) => [text, isError])).toEqual([
    ['Copied', false],
    ['Refused', true],
  ]);
  expect(lines.take()).toEqual([]);
  end();
  lines.tell('Later');
  expect(heard).toBe(2);
});

test('an undo resolves with whether the button was pressed', async () => {
  const lines = new ToldLines();
  const undone = lines.offerUndo('Deleted');
  lines.take()[0]?.onEnd?.(true);
  expect(await undone).toBe(true);
});

test('two apps of a page tell apart', () => {
  const [one, other] = [new ToldLines(), new ToldLines()];
  one.tell('Copied');
  expect(other.isWaiting).toBe(false);
});
