import { iso } from '../../kernel/sql/instant.js';
import type { ServerImport } from '../../protocol/records/server-import.js';
import type { ImportRow } from './import-queries.js';

/** The record as the service sends it. */
export function toServerImport(row: ImportRow): ServerImport {
  return {
    id: row.id,
    state: row.state,
    checkOnly: row.checkOnly,
    createdBy: row.createdByName,
    createdAt: iso(row.createdAt),
    finishedAt: row.finishedAt && iso(row.finishedAt),
    sizeBytes: row.sizeBytes,
    source: row.source,
    serverName: row.serverName,
    serverId: row.serverId,
    updates: row.updates,
    lines: row.lines,
    linesDone: row.linesDone,
    users: row.users,
    messages: row.messages,
    files: row.files,
    fileBytes: row.fileBytes,
    deleteMissing: row.deleteMissing,
    deleted: row.deleted,
    problem: row.problem,
  };
}
