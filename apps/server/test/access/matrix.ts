import { ERRORS, type ErrorCode } from '@palaver/core';
import type { Client } from '../../src/testing/client.js';
import { ROLES, type Role, type Scene } from './scene.js';

/** What to send. A request that changes something gets a target of its own, so that no role sees another's change. */
export interface Preparation {
  /** Path parameters, by their documented names. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The JSON body. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** A PNG or what is taken for one, sent as multipart in the field `file`; natively as octets. */
  readonly file?: Buffer;
  /** Who calls, where it must not be the one that plays the role in other requests as well. */
  readonly caller?: Client;
}

export type Prepare = (scene: Scene, role: Role, variant: string) => Preparation | Promise<Preparation>;

/** The operations of one noun. */
export interface Noun {
  /** One line an operation and variant, one column a role, in the order of `ROLES`, with the words of `OUTCOMES`. */
  readonly table: string;
  readonly prepare: Readonly<Record<string, Prepare>>;
}

/** What an answer that is no refusal comes to; of a subscription, whether the stream may be heard. */
type Success = '200' | '201' | '426' | 'heard' | 'denied';

/** Such an answer, or the code of a refusal. */
export type Outcome = string;

/** A line of a table. */
export interface Row {
  /** The operation and its variant. */
  readonly title: string;
  readonly operation: string;
  /** Such as the kind of channel; empty for most operations. */
  readonly variant: string;
  readonly expected: Readonly<Record<Role, Outcome>>;
  readonly prepare: Prepare;
}

const OUTCOMES: Readonly<Record<string, ErrorCode | Success>> = {
  '200': '200',
  '201': '201',
  upgrade: '426',
  heard: 'heard',
  denied: 'denied',
  'sign in': 'UNAUTHENTICATED',
  'people only': 'PEOPLE_ONLY',
  'bots only': 'BOTS_ONLY',
  'admin only': 'ADMIN_REQUIRED',
  'owner only': 'OWNER_REQUIRED',
  'owner stays': 'OWNER_CANNOT_LEAVE',
  'author only': 'NOT_YOUR_MESSAGE',
  'no dm': 'NOT_IN_A_DM',
  'no server': 'SERVER_NOT_FOUND',
  'no channel': 'CHANNEL_NOT_FOUND',
  'no group': 'GROUP_NOT_FOUND',
  'no message': 'MESSAGE_NOT_FOUND',
  'no file': 'ATTACHMENT_NOT_FOUND',
  'no avatar': 'AVATAR_NOT_FOUND',
  'no bot': 'BOT_NOT_FOUND',
  'no invite': 'INVITE_NOT_FOUND',
  'no provider': 'PROVIDER_NOT_CONFIGURED',
};

/** Reads a noun's table. Throws a sentence for a line that is not whole. */
export function rowsOf({ table, prepare }: Noun): Row[] {
  const [head = '', ...lines] = table.trim().split('\n');
  const columns = cellsOf(head).slice(1);
  if (columns.join() !== ROLES.join()) throw new Error(`The columns are not the roles: ${head}`);
  return lines.map((line) => rowOf(line, prepare));
}

function rowOf(line: string, prepare: Noun['prepare']): Row {
  const [title = '', ...words] = cellsOf(line);
  const [operation = '', variant = ''] = title.split(/ +/);
  const preparation = prepare[operation];
  if (preparation === undefined) throw new Error(`${operation} has no preparation.`);
  if (words.length !== ROLES.length) throw new Error(`${title} does not have an outcome for each role.`);
  return { title, operation, variant, expected: outcomesOf(title, words), prepare: preparation };
}

function outcomesOf(title: string, words: readonly string[]): Record<Role, Outcome> {
  return byRole((_, index) => {
    const outcome = OUTCOMES[words[index] ?? ''];
    if (outcome === undefined) throw new Error(`${title}: "${words[index]}" is no known outcome.`);
    return outcome;
  });
}

function cellsOf(line: string): string[] {
  return line.split('|').map((cell) => cell.trim());
}

/** A record with a value for each role. */
export function byRole<T>(value: (role: Role, index: number) => T): Record<Role, T> {
  // `ROLES` are exactly the keys.
  return Object.fromEntries(ROLES.map((role, index) => [role, value(role, index)])) as Record<Role, T>;
}

/** Whether an outcome is one of the registry of errors. */
export function isCode(outcome: Outcome): outcome is ErrorCode {
  return Object.hasOwn(ERRORS, outcome);
}
