import { type Queryable, statement, type Transaction, tables } from '@palaver/db';
import {
  and,
  asc,
  eq,
  gt,
  type InferSelectModel,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';

const { imported, imports, servers } = tables;

export type ImportRow = InferSelectModel<typeof imports>;

/** How long a node has an import for itself after its last sign. */
const CLAIM_SECONDS = 30;

/** The next import after `after` on which there is work. */
export async function nextOpen(q: Queryable, after: string | null): Promise<string | null> {
  const [row] = await q
    .select({ id: imports.id })
    .from(imports)
    .where(and(sql`not ${imports.cleared}`, after === null ? undefined : gt(imports.id, after)))
    .orderBy(asc(imports.id))
    .limit(1);
  return row?.id ?? null;
}

/**
 * Keeps an import for a node, and returns it; null where another node has it, or there is nothing to do. What a node has that was
 * killed is free as soon as its row says so: five seconds, as for everything that asks who lives.
 */
export async function claim(q: Queryable, importId: string, nodeId: string): Promise<ImportRow | null> {
  const isFree = or(
    isNull(imports.claimedUntil),
    lt(imports.claimedUntil, sql`now()`),
    eq(imports.claimedBy, nodeId),
    sql`exists (
      select from nodes where nodes.id::text = ${imports.claimedBy} and nodes.seen_at < now() - interval '5 seconds')`,
  );
  const [row] = await q
    .update(imports)
    .set({ claimedBy: nodeId, claimedUntil: sql`now() + make_interval(secs => ${CLAIM_SECONDS})` })
    .where(and(eq(imports.id, importId), sql`not ${imports.cleared}`, isFree))
    .returning();
  return row ?? null;
}

/** Lets other nodes take an import at once. */
export async function release(q: Queryable, importId: string, nodeId: string): Promise<void> {
  await q
    .update(imports)
    .set({ claimedUntil: null })
    .where(and(eq(imports.id, importId), eq(imports.claimedBy, nodeId)));
}

/** Locks an import until the transaction ends; null without it. */
export async function lockImport(tx: Transaction, importId: string): Promise<ImportRow | null> {
  const [row] = await tx.select().from(imports).where(eq(imports.id, importId)).for('update');
  return row ?? null;
}

export async function findImport(q: Queryable, importId: string): Promise<ImportRow | null> {
  const [row] = await q.select().from(imports).where(eq(imports.id, importId));
  return row ?? null;
}

export async function insertImport(
  tx: Transaction,
  row: Pick<
    ImportRow,
    'id' | 'checkOnly' | 'deleteMissing' | 'createdBy' | 'createdByName' | 'createdAt' | 'sizeBytes'
  >,
): Promise<ImportRow> {
  const [inserted] = await tx.insert(imports).values(row).returning();
  if (!inserted) throw new Error('an insert without a conflict clause returns its row');
  return inserted;
}

export async function updateImport(
  q: Queryable,
  importId: string,
  changes: { readonly [Column in keyof ImportRow]?: ImportRow[Column] | SQL },
): Promise<void> {
  await q.update(imports).set(changes).where(eq(imports.id, importId));
}

/** An import of the same server that came before. */
export interface EarlierImport {
  readonly importId: string;
  readonly serverId: string | null;
  /** Why a later archive cannot be added; null where it can. */
  readonly problem: string | null;
}

/** The import that has made the same server, which is here, or one that is writing to it; null without such. */
export async function findEarlier(
  q: Queryable,
  { id, source, sourceServerId }: Pick<ImportRow, 'id' | 'source' | 'sourceServerId'>,
): Promise<EarlierImport | null> {
  if (source === null || sourceServerId === null) return null;
  const isGoing = and(inArray(imports.state, ['importing', 'joining']), lt(imports.id, id));
  const stands = and(
    eq(imports.state, 'done'),
    eq(imports.checkOnly, false),
    isNull(imports.updates),
    isNull(servers.deletedAt),
    sql`${servers.id} is not null`,
  );
  const [row] = await q
    .select({
      importId: imports.id,
      serverId: imports.serverId,
      state: imports.state,
      repeatable: imports.repeatable,
    })
    .from(imports)
    .leftJoin(servers, eq(servers.id, imports.serverId))
    .where(
      and(
        eq(imports.source, source),
        eq(imports.sourceServerId, sourceServerId),
        ne(imports.id, id),
        or(isGoing, stands),
      ),
    )
    .orderBy(sql`${imports.state} = 'done'`)
    .limit(1);
  if (!row) return null;
  const { importId, serverId, state, repeatable } = row;
  const going = `The import ${importId} is writing to this server; begin again when it is over.`;
  const early = `This server has been imported before, by the import ${importId}, which did not record what a later archive is compared with.`;
  return { importId, serverId, problem: state === 'done' ? (repeatable ? null : early) : going };
}

const clearSome = statement<{ n: number }>(`
  with removed as (
    delete from imported where ctid = any(array(
      select ctid from imported where import_id = $1 and kind in ('message', 'pin', 'member', 'userGroupMember', 'channelMember') limit $2::text::int))
    returning 1
  )
  select count(*)::int as n from removed`);

/** Removes some of what only the work on an import needs; returns how many rows. */
export async function clearMappings(q: Queryable, importId: string, limit: number): Promise<number> {
  const [row] = await clearSome(q, [importId, String(limit)]);
  return row?.n ?? 0;
}

/** Imports, the newest first. */
export function listImports(
  q: Queryable,
  {
    before,
    after,
    limit,
  }: { readonly before?: string | undefined; readonly after?: string | undefined; readonly limit: number },
): Promise<ImportRow[]> {
  const rows = q
    .select()
    .from(imports)
    .where(
      and(
        before === undefined ? undefined : lt(imports.id, before),
        after === undefined ? undefined : gt(imports.id, after),
      ),
    );
  return after === undefined
    ? rows.orderBy(sql`${imports.id} desc`).limit(limit)
    : rows
        .orderBy(asc(imports.id))
        .limit(limit)
        .then((found) => found.reverse());
}

/** An account that was here before, and that a user of the archive is taken for. */
export interface FoundAccount {
  readonly sourceId: string;
  readonly userId: string;
  readonly username: string;
  readonly foundBy: string;
}

const foundAccounts = statement<{ source_id: string; id: string; username: string; found_by: string }>(`
  select made.source_id, made.id, account.username, made.note ->> 'foundBy' as found_by
  from imported made join users account on account.id = made.id
  where made.import_id = $1 and made.kind = 'user' and made.note is not null
  order by made.source_id limit $2::text::int`);

export async function listFoundAccounts(
  q: Queryable,
  importId: string,
  limit: number,
): Promise<FoundAccount[]> {
  const rows = await foundAccounts(q, [importId, String(limit)]);
  return rows.map((row) => ({
    sourceId: row.source_id,
    userId: row.id,
    username: row.username,
    foundBy: row.found_by,
  }));
}

/** Records accounts that were found, for an archive that is checked and nothing more. */
export async function keepFoundAccounts(
  q: Queryable,
  importId: string,
  accounts: ReadonlyArray<{ readonly sourceId: string; readonly id: string; readonly foundBy: string }>,
): Promise<void> {
  const rows = accounts.map(({ sourceId, id, foundBy }) => ({
    importId,
    kind: 'user',
    sourceId,
    id,
    note: { foundBy },
  }));
  if (rows.length > 0) await q.insert(imported).values(rows).onConflictDoNothing();
}
