import type { BotCommands, Command, CommandOption } from '../service.js';
import { type Word, wordsOf } from './words.js';

/** What `interactions.invoke` takes, without the channel. */
export interface Invocation {
  readonly botId: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** Why a text is no invocation yet. `option` is the one that it is about. */
export interface CommandProblem {
  readonly kind:
    | 'unknown-command'
    | 'ambiguous'
    | 'unclosed-quote'
    | 'twice'
    | 'missing'
    | 'not-valid'
    | 'too-many-words';
  readonly option: string | null;
}

export type ParsedCommand =
  | { readonly ok: true; readonly invocation: Invocation; readonly command: Command }
  | { readonly ok: false; readonly problem: CommandProblem };

export interface ParseCommandOptions {
  /** The id of the account that is typed as `@name`, or of the channel that is typed as `#name`; null for nobody and nothing. Ids are taken as they are. */
  readonly resolve?: (type: 'user' | 'channel', name: string) => string | null;
  /** Of which bot the command is, where several have one of its name. */
  readonly botId?: string | undefined;
}

const COMMAND = /^\/([a-z0-9_-]{1,32})(?:@([A-Za-z0-9._-]{2,32}))?(?:\s+([\s\S]*))?$/;

/**
 * Reads `/deploy prod force:true` as an invocation of one of these commands (`interactions.inChannel`); null for a text that is no
 * command. Where several bots have a command of the name, `/deploy@robot` or `botId` says which, and it is `ambiguous` without. Values come in the order of the options, or as `option:value`. Quotes hold white space together. A string that comes last
 * takes all words that are left.
 */
export function parseCommand(
  text: string,
  bots: readonly BotCommands[],
  { resolve = () => null, botId }: ParseCommandOptions = {},
): ParsedCommand | null {
  const [, name, username, rest = ''] = COMMAND.exec(text.trim()) ?? [];
  if (name === undefined) return null;
  const [found, ...others] = findCommands(bots, name, { username, botId });
  if (!found) return refused('unknown-command');
  if (others.length > 0) return refused('ambiguous');
  const words = wordsOf(rest);
  if (words === null) return refused('unclosed-quote');
  const given = assign(found.command, words);
  if ('kind' in given) return { ok: false, problem: given };
  const options: Record<string, string | number | boolean> = {};
  for (const option of found.command.options) {
    const typed = given.values.get(option.name);
    if (typed === undefined && option.required) return refused('missing', option.name);
    if (typed === undefined) continue;
    const value = readValue(option, typed, resolve);
    if (value === null) return refused('not-valid', option.name);
    options[option.name] = value;
  }
  return { ok: true, command: found.command, invocation: { botId: found.botId, name, options } };
}

function refused(kind: CommandProblem['kind'], option: string | null = null): ParsedCommand {
  return { ok: false, problem: { kind, option } };
}

interface WhichBot {
  readonly username: string | undefined;
  readonly botId: string | undefined;
}

/** The commands of a name, of the bot that is meant, or of all bots where none is named. */
function findCommands(bots: readonly BotCommands[], name: string, { username, botId }: WhichBot) {
  const typed = username?.toLowerCase();
  const isMeant = ({ bot }: BotCommands) =>
    (botId === undefined || bot.id === botId) &&
    (typed === undefined || bot.username.toLowerCase() === typed);
  return bots.filter(isMeant).flatMap(({ bot, commands }) => {
    const command = commands.find((one) => one.name === name);
    return command ? [{ botId: bot.id, command }] : [];
  });
}

/** Which words each option is given. */
function assign(
  { options }: Command,
  words: readonly Word[],
): CommandProblem | { readonly values: ReadonlyMap<string, string> } {
  const isOption = ({ name }: Word) => name !== null && options.some((option) => option.name === name);
  const values = new Map<string, string>();
  for (const { name, value } of words.filter(isOption)) {
    if (name === null) continue;
    if (values.has(name)) return { kind: 'twice', option: name };
    values.set(name, value);
  }
  const left = words.filter((word) => !isOption(word)).map(({ whole }) => whole);
  const open = options.filter(({ name }) => !values.has(name));
  for (const [at, { name, type, choices }] of open.entries()) {
    if (left.length === 0) break;
    const takesRest = at === open.length - 1 && type === 'string' && choices.length === 0;
    values.set(name, left.splice(0, takesRest ? left.length : 1).join(' '));
  }
  return left.length > 0 ? { kind: 'too-many-words', option: null } : { values };
}

function readValue(
  { type, choices, min, max }: CommandOption,
  typed: string,
  resolve: NonNullable<ParseCommandOptions['resolve']>,
): string | number | boolean | null {
  switch (type) {
    case 'string':
      return choices.length === 0 ? bounded(typed, [...typed].length, min, max) : chosen(choices, typed);
    case 'integer':
    case 'number':
      return numberOf(type, typed, min, max);
    case 'boolean':
      return booleanOf(typed);
    case 'user':
    case 'channel':
      return referenceOf(type, typed, resolve);
  }
}

function bounded<Value>(value: Value, size: number, min: number | null, max: number | null): Value | null {
  return (min === null || size >= min) && (max === null || size <= max) ? value : null;
}

/** A choice by its value, or by what is shown of it. */
function chosen(choices: CommandOption['choices'], typed: string): string | null {
  const shown = typed.toLowerCase();
  const found =
    choices.find(({ value }) => value === typed) ??
    choices.find(({ label }) => label.toLowerCase() === shown);
  return found?.value ?? null;
}

function numberOf(
  type: 'integer' | 'number',
  typed: string,
  min: number | null,
  max: number | null,
): number | null {
  if (!/^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(typed)) return null;
  const value = Number(typed);
  if (type === 'integer' && !Number.isInteger(value)) return null;
  return bounded(value, value, min, max);
}

function booleanOf(typed: string): boolean | null {
  const shown = typed.toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(shown)) return true;
  return ['false', 'no', 'off', '0'].includes(shown) ? false : null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function referenceOf(
  type: 'user' | 'channel',
  typed: string,
  resolve: NonNullable<ParseCommandOptions['resolve']>,
): string | null {
  if (UUID.test(typed)) return typed.toLowerCase();
  const sign = type === 'user' ? '@' : '#';
  return resolve(type, typed.startsWith(sign) ? typed.slice(1) : typed);
}
