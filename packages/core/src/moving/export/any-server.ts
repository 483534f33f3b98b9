import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { type Database, tables } from '@palaver/db';
import { and, eq, isNull } from 'drizzle-orm';
import { recordAct } from '../../admin/access.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { isUuid } from '../../kernel/schema/ids.js';
import { systemClock } from '../../kernel/services/clock.js';
import type { FileStore } from '../../kernel/services/file-store.js';
import { type WrittenArchive, writeArchive } from '../container/write-archive.js';
import { openExportedFile } from './exported-files.js';
import { serverLines } from './server-lines.js';

const { servers } = tables;

interface GivenExport {
  readonly serverId: string;
  readonly operator: string;
  readonly writtenBy: string;
  readonly out: Writable;
}

/** What the operator takes along: all of a server, as they can read the database. It is a line of the audit log. Throws `SERVER_NOT_FOUND`. */
export async function exportAnyServer(
  { db, files }: { readonly db: Database; readonly files: FileStore },
  { serverId, operator, writtenBy, out }: GivenExport,
): Promise<WrittenArchive> {
  if (!isUuid(serverId)) throw new AppError('SERVER_NOT_FOUND');
  const [server] = await db
    .select({ id: servers.id, name: servers.name })
    .from(servers)
    .where(and(eq(servers.id, serverId), isNull(servers.deletedAt)));
  if (!server) throw new AppError('SERVER_NOT_FOUND');
  const by = {
    services: { clock: systemClock },
    admin: { userId: null, name: operator },
    request: { requestId: randomUUID() },
  };
  await db.transaction((tx) => recordAct(by, tx, { act: 'server.exported', target: server }));
  const lines = serverLines({
    db,
    files,
    serverId,
    which: undefined,
    isOfOperator: true,
    exportedAt: systemClock.now(),
    writtenBy,
    goOn: async () => undefined,
  });
  return writeArchive({ lines, openFile: (name) => openExportedFile(files, name) }, out);
}
