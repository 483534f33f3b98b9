import { quoted, type Target } from './target.js';

/** The database cannot be used as it is. The message is for its operator: what is wrong, and what to do. */
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal';
}

/** What to do about an error of Postgres, by its code (appendix A of the manual). */
const ADVICE: Readonly<Record<string, (target: Target) => string>> = {
  '28P01': ({ role }) =>
    `Check the password in DATABASE_URL, or give the role a new one: ALTER ROLE ${quoted(role)} PASSWORD '…';`,
  '28000': ({ role }) =>
    `Check the role ${quoted(role)} in DATABASE_URL, and what pg_hba.conf of that Postgres allows it.`,
  '3D000': ({ role, database }) =>
    `Create it: CREATE DATABASE ${quoted(database)} OWNER ${quoted(role)} ENCODING 'UTF8' TEMPLATE template0;`,
  '42501': ({ role, database }) =>
    `The role ${quoted(role)} lacks a right. If it may not connect: GRANT CONNECT ON DATABASE ${quoted(database)} TO ${quoted(role)}; ` +
    'If tables belong to another role, that role must migrate the database (docs/operations.md, "Roles").',
};

/** The refusal to report for an error that does not pass by itself. */
export function refusalOf(error: unknown, target: Target): DatabaseRefusal {
  if (error instanceof DatabaseRefusal) return error;
  const advice = ADVICE[codeOf(error)]?.(target);
  const reason = `Postgres at ${target.address}: ${reasonOf(error)}.`;
  return new DatabaseRefusal(advice === undefined ? reason : `${reason}\n${advice}`, { cause: error });
}

/** What Postgres or the driver says. Not what the query builder says: its message has the statement with its parameters. */
export function reasonOf(error: unknown): string {
  const root = rootOf(error);
  // A name with several addresses, none of which answers, has an error without a message.
  return (root instanceof Error && root.message) || codeOf(error) || 'it failed';
}

function codeOf(error: unknown): string {
  const root = rootOf(error);
  return root instanceof Error && 'code' in root ? String(root.code) : '';
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}
