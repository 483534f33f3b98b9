import { AppError } from '../kernel/errors/app-error.js';
import { isUuid } from '../kernel/schema/ids.js';
import type { Issue } from '../protocol/error-codes.js';
import type { Command, CommandOption, OptionValue } from '../protocol/records/interaction.js';

type Given = Readonly<Record<string, OptionValue>>;

/**
 * What the options of a command are given, in the order of the command. Users and channels are ids in lower case, which may be
 * those of nothing. Throws `INVALID_INPUT` with every problem.
 */
export function checkOptions({ options }: Command, given: Given): Record<string, OptionValue> {
  const issues: Issue[] = Object.keys(given)
    .filter((name) => !options.some((option) => option.name === name))
    .map((name) => issueAt(name, 'is no option of the command'));
  const checked: Record<string, OptionValue> = {};
  for (const option of options) {
    // A name such as "constructor" is no option that was given.
    const value = Object.hasOwn(given, option.name) ? given[option.name] : undefined;
    if (value === undefined) {
      if (option.required) issues.push(issueAt(option.name, 'is required'));
      continue;
    }
    const problem = problemOf(option, value);
    if (problem !== null) issues.push(issueAt(option.name, problem));
    else checked[option.name] = isReference(option) ? String(value).toLowerCase() : value;
  }
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
  return checked;
}

/** An issue of one option. */
export function issueAt(name: string, message: string): Issue {
  return { path: `options.${name}`, message };
}

export function isReference({ type }: Pick<CommandOption, 'type'>): boolean {
  return type === 'user' || type === 'channel';
}

function problemOf(option: CommandOption, value: OptionValue): string | null {
  switch (option.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'user':
    case 'channel':
      return typeof value === 'string' && isUuid(value.toLowerCase())
        ? null
        : `must be the id of a ${option.type}`;
    case 'string':
      return typeof value === 'string' ? problemOfText(option, value) : 'must be a text';
    case 'integer':
    case 'number':
      return typeof value === 'number' ? problemOfNumber(option, value) : 'must be a number';
  }
}

function problemOfText({ choices, min, max }: CommandOption, value: string): string | null {
  if (choices.length > 0) {
    return choices.some((choice) => choice.value === value) ? null : 'must be one of the choices';
  }
  const length = [...value].length;
  if (min !== null && length < min) return `must have at least ${min} characters`;
  return max !== null && length > max ? `must have at most ${max} characters` : null;
}

function problemOfNumber({ type, min, max }: CommandOption, value: number): string | null {
  if (type === 'integer' && !Number.isSafeInteger(value)) return 'must be a whole number';
  if (min !== null && value < min) return `must be at least ${min}`;
  return max !== null && value > max ? `must be at most ${max}` : null;
}
