import { ERRORS, type ErrorCode } from '../../protocol/error-codes.js';
import { type Fixture, ROLES, type Role } from './fixture.js';
import type { RestClient } from './rest-client.js';

/** The request to send. One that changes something has a target of its own, so that no role sees another's change. */
export interface Preparation {
  /** Path parameters, by their documented names. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The JSON body. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Sent as multipart in the field `file`; over the native API as octets. */
  readonly file?: Buffer;
  /** The caller, if it must not be the client that has the role in other requests. */
  readonly caller?: RestClient;
}

export type Prepare = (fixture: Fixture, role: Role, variant: string) => Preparation | Promise<Preparation>;

/** The expected outcomes of related operations, and how to call them. */
export interface AccessTable {
  /** A line for each operation and variant, a column for each role in the order of `ROLES`, with the keys of `OUTCOMES`. */
  readonly table: string;
  readonly prepare: Readonly<Record<string, Prepare>>;
  /** What the parameters of paths that name things of this slice can name that is hidden from somebody. */
  readonly hidden?: Readonly<Record<string, Hide>>;
  /** The fields of bodies and queries of this slice that take ids. */
  readonly hiddenFields?: readonly HiddenField[];
}

/** Something that exists, but that the caller with this role may not see. */
export interface Hidden {
  readonly role: Role;
  readonly id: string;
}

/** `operation` is the one that is called, as some hide less than others. */
export type Hide = (fixture: Fixture, operation: string) => Hidden | Promise<Hidden>;

/** A field that takes an id, and a request in which it alone names something hidden. */
export interface HiddenField {
  readonly operation: string;
  readonly field: string;
  readonly hide: (fixture: Fixture) => Hidden | Promise<Hidden>;
  readonly send: (fixture: Fixture, id: string) => Preparation;
}

/** The status of a successful answer; for a subscription, whether it was allowed. */
const SUCCESSES = ['200', '201', '204', 'subscribed', 'denied'] as const;
type Success = (typeof SUCCESSES)[number];

/** Whether a request with this outcome may have changed something. */
export function isSuccess(outcome: Outcome): boolean {
  return SUCCESSES.some((success) => success === outcome);
}

/** A `Success`, or the code of an error. */
export type Outcome = string;

/** A line of a table. */
export interface Row {
  /** The operation and its variant. */
  readonly title: string;
  readonly operation: string;
  /** For example the kind of channel; empty for most operations. */
  readonly variant: string;
  readonly expected: Readonly<Record<Role, Outcome>>;
  readonly prepare: Prepare;
}

const OUTCOMES: Readonly<Record<string, ErrorCode | Success>> = {
  '200': '200',
  '201': '201',
  '204': '204',
  upgrade: 'UPGRADE_REQUIRED',
  subscribed: 'subscribed',
  denied: 'denied',
  'sign in': 'UNAUTHENTICATED',
  'people only': 'PEOPLE_ONLY',
  'bots only': 'BOTS_ONLY',
  'not admin': 'INSTANCE_ADMIN_REQUIRED',
  'moderator only': 'MODERATOR_REQUIRED',
  'admin only': 'ADMIN_REQUIRED',
  'owner only': 'OWNER_REQUIRED',
  'owner stays': 'OWNER_CANNOT_LEAVE',
  'author only': 'NOT_YOUR_MESSAGE',
  'no earlier': 'EARLIER_TEXTS_HIDDEN',
  'no dm': 'NOT_IN_A_DM',
  'no mail': 'MAIL_NOT_CONFIGURED',
  'bad link': 'LINK_NOT_VALID',
  'not a member': 'NOT_A_CHANNEL_MEMBER',
  'not a follower': 'NOT_A_THREAD_FOLLOWER',
  'no route': 'ROUTE_NOT_FOUND',
  'no server': 'SERVER_NOT_FOUND',
  'no channel': 'CHANNEL_NOT_FOUND',
  'no emoji': 'EMOJI_NOT_FOUND',
  'no group': 'GROUP_NOT_FOUND',
  'no message': 'MESSAGE_NOT_FOUND',
  'no file': 'ATTACHMENT_NOT_FOUND',
  'no avatar': 'AVATAR_NOT_FOUND',
  'no icon': 'ICON_NOT_FOUND',
  'no bot': 'BOT_NOT_FOUND',
  'no webhook': 'INCOMING_WEBHOOK_NOT_FOUND',
  'no interaction': 'INTERACTION_NOT_FOUND',
  'no invite': 'INVITE_NOT_FOUND',
  'no scheduled': 'SCHEDULED_MESSAGE_NOT_FOUND',
  'no draft': 'DRAFT_NOT_FOUND',
  'no report': 'REPORT_NOT_FOUND',
  'no item': 'NOTIFICATION_NOT_FOUND',
  'no provider': 'PROVIDER_NOT_CONFIGURED',
  'bad code': 'EXCHANGE_CODE_INVALID',
  'bad token': 'TOKEN_REFUSED',
  'no identity': 'IDENTITY_NOT_FOUND',
};

/** Parses a table. Throws for a line that is incomplete. */
export function rowsOf({ table, prepare }: AccessTable): Row[] {
  const [head = '', ...lines] = table.trim().split('\n');
  const columns = cellsOf(head).slice(1);
  if (columns.join() !== ROLES.join()) throw new Error(`The columns are not the roles: ${head}`);
  return lines.map((line) => rowOf(line, prepare));
}

function rowOf(line: string, prepare: AccessTable['prepare']): Row {
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
    if (outcome === undefined) throw new Error(`${title}: "${words[index]}" is not a known outcome.`);
    return outcome;
  });
}

function cellsOf(line: string): string[] {
  return line.split('|').map((cell) => cell.trim());
}

/** A record with a value for each role. */
export function byRole<T>(value: (role: Role, index: number) => T): Record<Role, T> {
  // The keys are `ROLES`.
  return Object.fromEntries(ROLES.map((role, index) => [role, value(role, index)])) as Record<Role, T>;
}

/** Whether an outcome is an error code. */
export function isCode(outcome: Outcome): outcome is ErrorCode {
  return Object.hasOwn(ERRORS, outcome);
}
