import { userWith } from '@palaver/elements/testing/records.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterKey,
  NOBODY,
  type PeopleChoice,
  withChosen,
  withFound,
  without,
  withText,
} from './people-choice.js';

const [ADA, BOB, CEM] = ['ada', 'bob', 'cem'].map((id) => userWith({ id }));
if (!ADA || !BOB || !CEM) throw new Error('three people');
const MAX = 9;
const ids = ({ chosen }: PeopleChoice) => chosen.map(({ id }) => id).join(' ');

/** Presses keys one after the other; `enter!` stands for the one that submits. */
function pressed(choice: PeopleChoice, keys: readonly string[], isRightToLeft = false, max = MAX) {
  let now = choice;
  const submitted: string[] = [];
  for (const key of keys) {
    const outcome = afterKey(now, { key, isAtStart: now.text === '', isRightToLeft }, max);
    if (outcome === null) continue;
    if (outcome.submits) submitted.push(ids(now));
    else now = outcome.choice;
  }
  return { now, submitted };
}
const offered = withFound(withText(NOBODY, 'a'), [ADA, BOB, CEM]);
const two = withChosen(withChosen(NOBODY, ADA, MAX), BOB, MAX);

describe('the keys of the field', () => {
  test('Enter takes who is marked, and leaves the field empty for the next', () => {
    const { now } = pressed(offered, ['ArrowDown', 'Enter']);
    expect(ids(now)).toBe('bob');
    expect(now).toMatchObject({ text: '', active: 0, chip: null });
    expect(now.found.map(({ id }) => id)).toEqual(['ada', 'cem']);
  });

  test('the arrows go round', () => {
    expect(pressed(offered, ['ArrowUp']).now.active).toBe(2);
    expect(pressed(offered, ['ArrowDown', 'ArrowDown', 'ArrowDown']).now.active).toBe(0);
  });

  test('Enter in the empty field submits, but never an empty choice', () => {
    expect(pressed(two, ['Enter']).submitted).toEqual(['ada bob']);
    expect(pressed(NOBODY, ['Enter']).submitted).toEqual([]);
    expect(pressed(withText(two, 'nobody has this name'), ['Enter']).submitted).toEqual([]);
  });

  test('Backspace takes the last one back where there is nothing to delete', () => {
    expect(ids(pressed(two, ['Backspace']).now)).toBe('ada');
    expect(ids(pressed(withText(two, 'c'), ['Backspace']).now)).toBe('ada bob');
    expect(pressed(NOBODY, ['Backspace']).now).toBe(NOBODY);
  });
});

describe('the keys on the chips', () => {
  test('the arrow to the start goes to the chips and stays at the first', () => {
    expect(pressed(two, ['ArrowLeft']).now.chip).toBe(1);
    expect(pressed(two, ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']).now.chip).toBe(0);
    expect(pressed(two, ['ArrowLeft', 'ArrowRight']).now.chip).toBeNull();
    expect(pressed(withText(two, 'c'), ['ArrowLeft']).now.chip).toBeNull();
  });

  test('in a page from right to left the arrows are the other way round', () => {
    expect(pressed(two, ['ArrowRight', 'ArrowRight'], true).now.chip).toBe(0);
    expect(pressed(two, ['ArrowLeft'], true).now.chip).toBeNull();
  });

  test.each(['Delete', 'Backspace'])('%s removes the chip and stays beside it', (key) => {
    const { now } = pressed(two, ['ArrowLeft', 'ArrowLeft', key]);
    expect([ids(now), now.chip]).toEqual(['bob', 0]);
    expect(pressed(now, [key]).now).toMatchObject({ chosen: [], chip: null });
  });

  test('what is typed goes to the field', () => {
    expect(pressed(two, ['ArrowLeft', 'x']).now.chip).toBeNull();
  });
});

test('Enter takes nobody whom the text no longer finds, before the service has answered', () => {
  const typed = withText(offered, 'bo');
  expect(typed.found).toEqual([BOB]);
  expect(ids(pressed(typed, ['Enter']).now)).toBe('bob');
  expect(ids(pressed(withText(offered, 'zoe'), ['Enter']).now)).toBe('');
});

test('who is chosen is not offered, and nobody is taken beyond the limit', () => {
  expect(withFound(two, [ADA, BOB, CEM]).found).toEqual([CEM]);
  expect(withChosen(two, CEM, 2)).toBe(two);
  expect(withChosen(two, ADA, MAX)).toBe(two);
});

test('whatever is pressed, nobody is there twice, and every place exists', () => {
  const key = fc.constantFrom(
    'Enter',
    'Backspace',
    'Delete',
    'ArrowLeft',
    'ArrowRight',
    'ArrowUp',
    'ArrowDown',
    'x',
  );
  const step = fc.oneof(key, fc.constantFrom('?find', '?type', '?remove'));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, isRightToLeft) => {
      let now = NOBODY;
      for (const each of steps) {
        if (each === '?find') now = withFound(now, [ADA, BOB, CEM]);
        else if (each === '?type') now = withText(now, 'a');
        else if (each === '?remove') now = without(now, 'bob');
        else now = pressed(now, [each], isRightToLeft, 2).now;
        expect(new Set(now.chosen).size).toBe(now.chosen.length);
        expect(now.chosen.length).toBeLessThanOrEqual(2);
        expect(now.chip === null || now.chosen[now.chip] !== undefined).toBe(true);
        expect(now.found.length === 0 || now.found[now.active] !== undefined).toBe(true);
      }
    }),
  );
});
