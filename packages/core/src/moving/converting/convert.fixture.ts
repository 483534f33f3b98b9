import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect } from 'vitest';
import { ZipFile } from 'yazl';
import type { GivenArchiveLine } from '../archive/lines.js';
import { writeArchive } from '../container/write-archive.js';
import { type ConversionOptions, convert } from './convert.js';
import type { SourceReader } from './records.js';
import { type ConversionReport, reportText } from './report.js';

const folders: string[] = [];

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-export-'));
  folders.push(folder);
  return folder;
}

/** Removes all that tests have written. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

export type Files = Readonly<Record<string, unknown>>;

const contentOf = (content: unknown): Buffer =>
  Buffer.isBuffer(content)
    ? content
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));

/** Writes an export: each path with its content, JSON for what is neither text nor bytes. Returns the path of the zip. */
export async function zipOf(files: Files): Promise<string> {
  const path = join(await newFolder(), 'export.zip');
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(contentOf(content), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** Writes a file of the given lines, each as JSON. Returns its path. */
export async function linesFile(lines: readonly object[]): Promise<string> {
  const path = join(await newFolder(), 'export.jsonl');
  await writeFile(path, textOfLines(lines));
  return path;
}

export const textOfLines = (lines: ReadonlyArray<object | null>): string =>
  `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;

export const OPTIONS: ConversionOptions = {
  serverName: null,
  installation: 'https://chat.example.com/',
  writtenBy: 'palaver test',
  now: new Date('2026-01-01T00:00:00Z'),
};

export interface Converted {
  readonly lines: readonly GivenArchiveLine[];
  readonly archive: string;
  readonly report: ConversionReport;
}

/** Converts an export, writes the archive, which checks each line, and asks whether each line is accounted for. */
export async function convertAll(
  open: () => Promise<SourceReader>,
  options: Partial<ConversionOptions> = {},
): Promise<Converted> {
  const reader = await open();
  const read = new Map<string, number>();
  const count = (kind: string, n: number) => read.set(kind, (read.get(kind) ?? 0) + n);
  const counting: SourceReader = {
    system: reader.system,
    idsAreUsernames: reader.idsAreUsernames ?? false,
    installation: () => reader.installation(),
    say: (message, names) => reader.say(message, names),
    openFile: (key) => reader.openFile(key),
    close: () => reader.close(),
    records: async function* () {
      for await (const record of reader.records()) {
        count(record.from.kind, 1);
        if (record.type === 'message') {
          count('reaction', record.reactions.length);
          count('file', record.files.length);
          count('pin', record.pin === null ? 0 : 1);
        }
        yield record;
      }
    },
  };
  const conversion = await convert(counting, { ...OPTIONS, ...options });
  try {
    const lines: GivenArchiveLine[] = [];
    const kept = async function* () {
      for await (const line of conversion.lines) {
        lines.push(line);
        yield line;
      }
    };
    const archive = join(await newFolder(), 'archive.zip');
    await writeArchive({ lines: kept(), openFile: conversion.openFile }, createWriteStream(archive));
    const report = conversion.report();
    for (const { kind, taken, changed, leftOut, reasons } of report.kinds) {
      expect(`${kind} ${taken + changed + leftOut}`).toBe(`${kind} ${read.get(kind) ?? 0}`);
      expect(reasons.reduce((sum, reason) => sum + reason.count, 0)).toBe(leftOut);
    }
    expect(reportText(report)).toContain(`${report.messages} messages`);
    return { lines, archive, report };
  } finally {
    await conversion.close();
    await reader.close();
  }
}

export const dataOf = <Type extends GivenArchiveLine['type']>(
  lines: readonly GivenArchiveLine[],
  type: Type,
) =>
  lines.flatMap((line) =>
    // The type of the line names that of its data.
    line.type === type ? [line.data as Extract<GivenArchiveLine, { type: Type }>['data']] : [],
  );

/** Of each kind of line: how many were taken, changed and left out; with the reasons. */
export function accountOf({ report }: Converted): Record<string, unknown> {
  return Object.fromEntries(
    report.kinds.map(({ kind, taken, changed, leftOut, changes, reasons }) => [
      kind,
      [taken, changed, leftOut, ...[...changes, ...reasons].map(({ reason, count }) => `${count} ${reason}`)],
    ]),
  );
}
