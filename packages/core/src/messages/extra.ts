import { tables } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';
import { type Given, isSame } from '../kernel/schema/changes.js';
import type { Actor } from '../kernel/services/actor.js';
import { type Extra, type Message, NO_EXTRA, SET_BY } from '../protocol/records/message.js';

/** The fields of `Extra` that a message has, as they are stored: never one that is empty. */
export type StoredExtra = Partial<Extra> & {
  /** The first message of the thread of a reply that is in the list of its channel as well, where its `thread_id` is null. */
  readonly alsoInThread?: string;
};

/** The column, which only this service writes. */
export const extraColumn: SQL<StoredExtra | null> = sql`${tables.messages.extra}`;

const NAMES = Object.keys(NO_EXTRA).filter(isName);

function isName(name: string): name is keyof Extra {
  return name in NO_EXTRA;
}

/** As it is stored; null where all fields are empty, and other fields are left out. */
export function storedExtra(fields: Given<Extra>): StoredExtra | null {
  const found = NAMES.filter((name) => isGiven(fields, name));
  return found.length === 0 ? null : Object.fromEntries(found.map((name) => [name, fields[name]]));
}

/** Where a message is, as it is stored. */
export interface StoredPlace {
  /** The column: null for a message that is in the list of its channel. */
  readonly threadId: string | null;
  readonly extra: StoredExtra | null;
}

/** How the place of a record is stored, with its other fields of `extra`. */
export function storedPlace(
  { threadId, alsoInChannel }: Pick<Message, 'threadId' | 'alsoInChannel'>,
  extra: StoredExtra | null,
): StoredPlace {
  if (!alsoInChannel || threadId === null) return { threadId, extra };
  return { threadId: null, extra: { ...extra, alsoInThread: threadId } };
}

/** The place of a record: the other way round. */
export function placeOf({ threadId, extra }: StoredPlace): Pick<Message, 'threadId' | 'alsoInChannel'> {
  const alsoInThread = extra?.alsoInThread ?? null;
  return { threadId: threadId ?? alsoInThread, alsoInChannel: alsoInThread !== null };
}

/** The fields of a record. Messages from before may have the picture of a webhook's sender, which nobody is to load. */
export function extraOf(stored: StoredExtra | null): Extra {
  if (stored === null) return NO_EXTRA;
  const { alsoInThread: _, ...fields } = stored;
  const webhook = fields.webhook ? { ...fields.webhook, avatarUrl: null } : NO_EXTRA.webhook;
  return { ...NO_EXTRA, ...fields, webhook };
}

function isGiven(fields: Given<Extra>, name: keyof Extra): boolean {
  return fields[name] !== undefined && !isSame(fields[name], NO_EXTRA[name]);
}

/** Throws `API_KEY_REQUIRED`, also for an empty field, or `BOTS_ONLY` for a field that the caller may not give. */
export function requireMaySet({ key, isBot }: Pick<Actor, 'key' | 'isBot'>, given: Given<Extra>): void {
  for (const name of NAMES) {
    const by = SET_BY[name];
    if (by === 'api-key' && !key && given[name] !== undefined) throw new AppError('API_KEY_REQUIRED');
    if (by === 'bot' && !isBot && isGiven(given, name))
      throw new AppError('BOTS_ONLY', { message: `Only bots send ${name}.` });
  }
}
