import { arrayLiteral, pastId, type Queryable } from '@palaver/db';
import { sql } from 'drizzle-orm';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** What a clock may be ahead. An id of a later time would stand before all that is still to come. */
const AHEAD_MS = 24 * 3600 * 1000;

export type IdTable =
  | 'users'
  | 'servers'
  | 'channels'
  | 'channel_groups'
  | 'user_groups'
  | 'server_emoji'
  | 'messages'
  | 'attachments';

/** Something of the archive that needs an id. */
export interface Nameable {
  readonly sourceId: string;
  readonly createdAt: string;
  /** The order among those of the same instant. */
  readonly line: number;
}

/** The ids of things: their own where it is one of this service and nothing has it, else a new one of the same time. */
export async function idsFor(
  q: Queryable,
  table: IdTable,
  things: readonly Nameable[],
  home: string | undefined,
  keeps: boolean,
): Promise<string[]> {
  const own = things.map(({ sourceId }) => (keeps && isPast(sourceId) ? sourceId : null));
  const taken = await findTaken(
    q,
    table,
    own.filter((id) => id !== null),
  );
  return things.map(({ createdAt, line }, index) => {
    const id = own[index] ?? null;
    return id !== null && !taken.has(id) ? id : pastId(new Date(createdAt), line, home);
  });
}

/** Whether an id could be one of this service, made before now. */
function isPast(id: string): boolean {
  return UUID_V7.test(id) && Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) <= Date.now() + AHEAD_MS;
}

async function findTaken(q: Queryable, table: IdTable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // The names of tables are those of the type.
  const rows = await q.execute<{ id: string }>(
    sql`select id from ${sql.identifier(table)} where id = any(${arrayLiteral(ids)}::uuid[])`,
  );
  return new Set([...rows].map(({ id }) => id));
}
