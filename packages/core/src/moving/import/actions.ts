import { newId } from '@palaver/db';
import { requireAdminThere, requireNoKey, transactAsAdmin } from '../../admin/access.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { requireUuid } from '../../kernel/errors/require-uuid.js';
import type { AdminContext } from '../../procedures/context.js';
import type { Services } from '../../procedures/services.js';
import { ConversionSummary } from '../../protocol/records/conversion-summary.js';
import { FoundAccount, ServerImport, type ServerImportReport } from '../../protocol/records/server-import.js';
import { archiveKey } from './archive-of-import.js';
import { endUnfinished, isGoing } from './end-import.js';
import * as queries from './import-queries.js';
import { toServerImport } from './record.js';
import type { ListImportsInput } from './schemas.js';

const FOUND_MAX = 1_000;

export interface GivenArchive {
  /** A temporary file of the store. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly checkOnly: boolean;
  /** Whether messages of an earlier archive of the server are deleted that this one does not have. */
  readonly deleteMissing: boolean;
}

/** Asks before an archive is sent what `beginImport` asks after it. Throws `KEY_NOT_ALLOWED` or `STEP_UP_REQUIRED`. */
export async function requireMayImport(ctx: AdminContext): Promise<void> {
  requireNoKey(ctx);
  await ctx.services.db.transaction((tx) => requireAdminThere(ctx, tx));
}

/**
 * Begins an import of an archive that has arrived. Throws `INSTANCE_ADMIN_REQUIRED`, `KEY_NOT_ALLOWED` or
 * `STEP_UP_REQUIRED`.
 */
export async function beginImport(ctx: AdminContext, given: GivenArchive): Promise<ServerImport> {
  requireNoKey(ctx);
  const { path, sizeBytes, checkOnly, deleteMissing } = given;
  const id = newId();
  let mayStand = false;
  try {
    await ctx.services.files.adopt(path, archiveKey(id));
    const answer = await transactAsAdmin(ctx, async (tx, record) => {
      await requireAdminThere(ctx, tx);
      const { userId, name } = ctx.admin;
      const createdAt = ctx.services.clock.now();
      const row = await queries.insertImport(tx, {
        id,
        checkOnly,
        deleteMissing,
        sizeBytes,
        createdAt,
        createdBy: userId,
        createdByName: name,
      });
      await record({
        act: 'import.begun',
        target: { id, name: 'import' },
        details: { checkOnly, deleteMissing, sizeBytes },
      });
      mayStand = true;
      return toServerImport(row);
    });
    if (answer.id !== id) await ctx.services.files.remove(archiveKey(id));
    ctx.services.imports.wake();
    return ServerImport.parse(answer);
  } catch (error) {
    // From here on the COMMIT may have been sent, and its answer lost: then only the row says whether the archive stays.
    if (!mayStand) await ctx.services.files.remove(archiveKey(id));
    throw error;
  }
}

/** Ends an import: its server is deleted before anybody has seen it. One that has ended so stays as it is. Throws `IMPORT_NOT_FOUND` or `IMPORT_OVER`. */
export async function cancelImport(ctx: AdminContext, importId: string): Promise<ServerImport> {
  requireNoKey(ctx);
  const id = requireUuid(importId, 'IMPORT_NOT_FOUND');
  const answer = await transactAsAdmin(ctx, async (tx, record, emit) => {
    const row = await queries.lockImport(tx, id);
    if (row === null) throw new AppError('IMPORT_NOT_FOUND');
    // Who has joined would lose what they have seen.
    if (row.state === 'joining' || row.state === 'done') throw new AppError('IMPORT_OVER');
    if (!isGoing(row)) return toServerImport(row);
    await endUnfinished(ctx.services, tx, emit, row, { state: 'cancelled', problem: null });
    await record({ act: 'import.cancelled', target: { id, name: row.serverName ?? 'import' } });
    const after = await queries.findImport(tx, id);
    if (after === null) throw new Error(`import ${id} vanished under its lock`);
    return toServerImport(after);
  });
  ctx.services.imports.wake();
  return ServerImport.parse(answer);
}

/** Throws `IMPORT_NOT_FOUND`. */
export async function getImport(
  services: Pick<Services, 'db'>,
  importId: string,
): Promise<ServerImportReport> {
  const row = await queries.findImport(services.db, requireUuid(importId, 'IMPORT_NOT_FOUND'));
  if (row === null) throw new AppError('IMPORT_NOT_FOUND');
  const found = await queries.listFoundAccounts(services.db, row.id, FOUND_MAX);
  return {
    ...toServerImport(row),
    foundAccounts: found.map((account) => FoundAccount.parse(account)),
    conversion: row.conversion === null ? null : ConversionSummary.parse(row.conversion),
  };
}

/** All imports, newest first. */
export async function listImports(
  services: Pick<Services, 'db'>,
  input: ListImportsInput,
): Promise<ServerImport[]> {
  return (await queries.listImports(services.db, input)).map(toServerImport);
}
