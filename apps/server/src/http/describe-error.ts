import { isTransient } from '@palaver/db';
import { atSource } from './source-places.js';

/** What of an error may stand in a log. */
export interface ErrorDescription {
  readonly type: string;
  readonly code?: string;
  readonly message?: string;
  readonly frames?: readonly string[];
  readonly cause?: ErrorDescription;
  readonly [field: string]: unknown;
}

const MESSAGE_MAX = 300;
const FRAMES_MAX = 12;
const CAUSES_MAX = 4;

/** The fields of a Postgres error that name things of the schema. `detail`, `where` and the rest carry values of rows. */
const POSTGRES_FIELDS = [
  'severity',
  'schema_name',
  'table_name',
  'column_name',
  'constraint_name',
  'routine',
] as const;
/** Classes of Postgres errors whose message carries a value: wrong data, and what a function raises (appendix A). */
const MESSAGE_WITH_VALUES = /^(22|P0)/;

/**
 * Describes an error for a log, field by field: nothing that a caller sent or a row holds may be in it. The ORM's errors
 * carry the parameters of their statement in message and stack, a schema's and JSON's the text that they refused; of these
 * only the type is taken. Of a stack only the lines that name places in code are.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const type = error.constructor.name;
  const cause =
    error.cause === undefined || depth === CAUSES_MAX ? {} : { cause: describeError(error.cause, depth + 1) };
  if ('params' in error && 'query' in error) return { type, ...cause };
  if ('issues' in error || error instanceof SyntaxError) return { type, frames: framesOf(error), ...cause };
  if ('severity' in error) return { type, ...postgresFields(error), ...cause };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const message = cut(error.message);
  // While the database is away there are many of these, and no line of code is to blame.
  if (isTransient(error)) return { type, ...code, message, ...cause };
  return { type, ...code, message, frames: framesOf(error), ...cause };
}

function postgresFields(error: Error): { code: string; message?: string } {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const fields: Record<string, unknown> = {};
  for (const name of POSTGRES_FIELDS) {
    const value = Object.getOwnPropertyDescriptor(error, name)?.value;
    if (typeof value === 'string') fields[name] = value;
  }
  return { code, ...(MESSAGE_WITH_VALUES.test(code) ? {} : { message: cut(error.message) }), ...fields };
}

/** The lines of a stack that name a place: its head repeats the message. */
function framesOf({ stack = '', message }: Error): string[] {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^ +at .*[:(<]/.test(line))
    .slice(0, FRAMES_MAX)
    .map((line) => atSource(line.trim()));
}

const cut = (text: string): string => (text.length > MESSAGE_MAX ? `${text.slice(0, MESSAGE_MAX)}…` : text);
