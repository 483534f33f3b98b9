import {
  type ArchiveContents,
  convertMattermost,
  convertSlack,
  openMattermostExport,
  openSlackExport,
  writeArchive,
} from '@palaver/core';
import { VERSION } from '../version.js';
import { writeFile } from './backup/output-file.js';
import type { Answer } from './terminal.js';

const writtenBy = `palaver ${VERSION}`;

/** Makes an archive of Slack's export. */
export async function convertSlackExport(
  source: string,
  archive: string,
  serverName: string,
): Promise<Answer> {
  const opened = await openSlackExport(source);
  try {
    return await write(await convertSlack(opened, { serverName, writtenBy, now: new Date() }), archive);
  } finally {
    opened.close();
  }
}

/** Makes an archive of a team in Mattermost's bulk export. */
export async function convertMattermostExport(
  source: string,
  archive: string,
  { team, installation }: { readonly team: string | null; readonly installation: string },
): Promise<Answer> {
  const opened = await openMattermostExport(source);
  try {
    return await write(
      await convertMattermost(opened, { team, installation, writtenBy, now: new Date() }),
      archive,
    );
  } finally {
    await opened.close();
  }
}

interface Converted extends ArchiveContents {
  readonly report: { readonly messages: number; readonly leftOut: ReadonlyMap<string, number> };
}

async function write(converted: Converted, archive: string): Promise<Answer> {
  const { files } = await writeFile(archive, (output) => writeArchive(converted, output));
  const { messages, leftOut } = converted.report;
  const without = [...leftOut].map(([why, count]) => `Left out: ${count} ${why}`);
  return {
    data: { archive, messages, files, leftOut: Object.fromEntries(leftOut) },
    text: [`${messages} messages and ${files} files are in ${archive}.`, ...without].join('\n'),
  };
}
