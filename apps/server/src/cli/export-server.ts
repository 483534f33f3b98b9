import { userInfo } from 'node:os';
import { join } from 'node:path';
import { diskStore, exportAnyServer } from '@palaver/core';
import { createDatabase } from '@palaver/db';
import { readConfig } from '../config/config.js';
import { inBucket } from '../store/open-store.js';
import { VERSION } from '../version.js';
import { writeFile } from './backup/output-file.js';
import { withDatabase } from './open-database.js';
import type { Answer, Terminal } from './terminal.js';

/** Writes a server with all its channels to a file, beside the running service. */
export async function exportServerTo(terminal: Terminal, serverId: string, file: string): Promise<Answer> {
  const config = readConfig(terminal.env);
  const files = await inBucket(diskStore(join(config.dataDir, 'files')), config.s3);
  return withDatabase(config, terminal, { ifMissing: 'refuse' }, async ({ connection }) => {
    const database = createDatabase(connection, { max: 2 });
    try {
      const by = { operator: operatorName(), writtenBy: `palaver ${VERSION}` };
      const { db } = database;
      const written = await writeFile(file, (out) =>
        exportAnyServer({ db, files }, { ...by, serverId, out }),
      );
      const text = `Exported ${written.lines} lines and ${written.files} files. ${file} is complete.`;
      return { data: written, text };
    } finally {
      await database.close();
    }
  });
}

/** The name of the system user; a container may have none. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
