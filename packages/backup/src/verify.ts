import type { Readable } from 'node:stream';
import { ArchiveReader } from './format/archive-reader.js';
import { countRows } from './format/count-rows.js';
import { kindOf } from './format/entry-names.js';
import { type OnProgress, ProgressCounter } from './progress.js';
import type { Summary } from './take/back-up.js';

/** Reads a whole backup and checks that nothing is missing or changed. Throws `BackupError`. */
export async function verifyBackup(input: Readable, onProgress?: OnProgress): Promise<Summary> {
  const progress = new ProgressCounter(onProgress);
  const archive = await ArchiveReader.open(input);
  const entries = archive.entries();
  for (;;) {
    const { done, value } = await entries.next();
    if (done) {
      const { sha256: _, ...totals } = value;
      return { ...archive.manifest, ...totals };
    }
    const kind = kindOf(value.name);
    for await (const bytes of value.bytes) {
      if ('table' in kind) progress.addRows(kind.table, countRows(bytes), bytes.length);
    }
    if ('file' in kind) progress.addFile(value.size);
  }
}
