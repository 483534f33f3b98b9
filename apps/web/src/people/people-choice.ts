import type { User } from '@palaver/client';
import { fitOf } from '../shell/fuzzy.js';

/** People who are being chosen: some are chips already, and one more is looked for. */
export interface PeopleChoice {
  readonly chosen: readonly User[];
  readonly text: string;
  /** Who is offered, without those who are chosen. */
  readonly found: readonly User[];
  /** The place in `found` of the person that Enter takes. */
  readonly active: number;
  /** The place in `chosen` of the chip that the keys are on; null for the field. */
  readonly chip: number | null;
}

export const NOBODY: PeopleChoice = { chosen: [], text: '', found: [], active: 0, chip: null };

/** With another text. Until the service has answered, those of the people stay whom it still finds: Enter takes nobody else. */
export function withText(choice: PeopleChoice, text: string): PeopleChoice {
  const found = choice.found.filter(
    ({ displayName, username }) => (fitOf(text, displayName) ?? fitOf(text, username)) !== null,
  );
  return { ...choice, text, found, active: 0, chip: null };
}

/** What the service has answered. Who is chosen already is not offered again. */
export function withFound(choice: PeopleChoice, users: readonly User[]): PeopleChoice {
  const taken = new Set(choice.chosen.map(({ id }) => id));
  return { ...choice, found: users.filter(({ id }) => !taken.has(id)), active: 0 };
}

/** With one more, and an empty field for the next; at `max` people nobody more is taken. */
export function withChosen(choice: PeopleChoice, user: User, max: number): PeopleChoice {
  const { chosen, found } = choice;
  if (chosen.length >= max || chosen.some(({ id }) => id === user.id)) return choice;
  const rest = found.filter(({ id }) => id !== user.id);
  return { chosen: [...chosen, user], text: '', found: rest, active: 0, chip: null };
}

/** Without one of the chips. The keys stay on the chip that takes its place; after the last one they are in the field. */
export function without(choice: PeopleChoice, userId: string): PeopleChoice {
  const chosen = choice.chosen.filter(({ id }) => id !== userId);
  const chip = choice.chip !== null && choice.chip < chosen.length ? choice.chip : null;
  return { ...choice, chosen, chip };
}

export interface KeyPressed {
  readonly key: string;
  /** Whether the caret is before the text, with nothing selected. */
  readonly isAtStart: boolean;
  /** Whether the page reads from right to left: the chips then stand to the right of the field. */
  readonly isRightToLeft: boolean;
}

export type KeyOutcome =
  /** `isForField`: the field takes the key as well. */
  | { readonly choice: PeopleChoice; readonly isForField?: boolean; readonly submits?: false }
  /** Enter in the empty field, with somebody chosen. */
  | { readonly submits: true };

/** What a key does; null where it is the field's own. */
export function afterKey(choice: PeopleChoice, pressed: KeyPressed, max: number): KeyOutcome | null {
  return choice.chip === null ? inField(choice, pressed, max) : onChip(choice, choice.chip, pressed);
}

function inField(
  choice: PeopleChoice,
  { key, isAtStart, isRightToLeft }: KeyPressed,
  max: number,
): KeyOutcome | null {
  const { chosen, found, active, text } = choice;
  const last = chosen.at(-1);
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      if (found.length === 0) return null;
      const step = key === 'ArrowDown' ? 1 : -1;
      return { choice: { ...choice, active: (active + step + found.length) % found.length } };
    }
    case 'Enter': {
      const user = found[active];
      if (text.trim() === '' && chosen.length > 0) return { submits: true };
      return { choice: user === undefined ? choice : withChosen(choice, user, max) };
    }
    case 'Backspace':
      return isAtStart && last !== undefined ? { choice: without(choice, last.id) } : null;
    case isRightToLeft ? 'ArrowRight' : 'ArrowLeft':
      return isAtStart && last !== undefined ? { choice: { ...choice, chip: chosen.length - 1 } } : null;
    default:
      return null;
  }
}

function onChip(choice: PeopleChoice, chip: number, { key, isRightToLeft }: KeyPressed): KeyOutcome | null {
  const user = choice.chosen[chip];
  const to = (next: number): KeyOutcome => ({
    choice: { ...choice, chip: next >= choice.chosen.length ? null : Math.max(next, 0) },
  });
  switch (key) {
    case isRightToLeft ? 'ArrowRight' : 'ArrowLeft':
      return to(chip - 1);
    case isRightToLeft ? 'ArrowLeft' : 'ArrowRight':
      return to(chip + 1);
    case 'Backspace':
    case 'Delete':
      return user === undefined ? null : { choice: without(choice, user.id) };
    // Any other key is for the field.
    default:
      return { choice: { ...choice, chip: null }, isForField: true };
  }
}
