import { Writable } from 'node:stream';
import {
  type Conversion,
  type ConversionReport,
  convertExport,
  reportText,
  SOURCES,
  type SourceSystem,
  writeArchive,
} from '@palaver/core';
import { VERSION } from '../version.js';
import { writeFile } from './backup/output-file.js';
import { type Answer, CommandError } from './terminal.js';

export interface ConvertOptions {
  readonly system: SourceSystem;
  readonly path: string;
  /** Null where it is only to be said what an archive would have. */
  readonly archive: string | null;
  readonly team: string | null;
  readonly serverName: string | null;
  readonly installation: string | null;
  /** A file for the report in JSON. */
  readonly reportFile: string | null;
}

/** Makes an archive of the export of another system, or says what would be in it, and what becomes of each line. */
export async function convertFrom(options: ConvertOptions): Promise<Answer> {
  const { system, path, team, serverName, installation } = options;
  const reader = await SOURCES[system](path, team);
  try {
    const writtenBy = `palaver ${VERSION}`;
    const conversion = await convertExport(reader, { serverName, installation, writtenBy, now: new Date() });
    try {
      return await write(conversion, options);
    } finally {
      await conversion.close();
    }
  } finally {
    await reader.close();
  }
}

async function write(conversion: Conversion, { archive, reportFile }: ConvertOptions): Promise<Answer> {
  if (archive === null) await writeArchive(conversion, nowhere());
  else await writeFile(archive, (output) => writeArchive(conversion, output));
  const report = conversion.report();
  if (reportFile !== null) await writeReport(reportFile, report);
  const end = archive === null ? 'Nothing was written.' : `The archive is ${archive}.`;
  return { data: { archive, ...report }, text: `${reportText(report)}\n\n${end}` };
}

async function writeReport(path: string, report: ConversionReport): Promise<void> {
  await writeFile(path, async (output) => {
    await new Promise<void>((resolve, reject) => {
      output.once('error', reject);
      output.end(`${JSON.stringify(report, null, 2)}\n`, resolve);
    });
  });
}

/** The same work as for an archive, so that what is wrong is found. */
function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Throws `CommandError` where there is neither an archive to write nor only a check to do. */
export function archiveOf(archive: string | undefined, check: boolean): string | null {
  if (check) return null;
  if (archive === undefined)
    throw new CommandError('NO_ARCHIVE', 'Say where to write the archive, or use --check.');
  return archive;
}
