import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HeldMessage } from '@palaver/core/protocol';
import { z } from 'zod';
import { type AdminApi, adminApi, fetchFromAdmin } from './admin-api.js';
import { writeFile } from './backup/output-file.js';
import { queryOf } from './paging.js';
import { type Answer, CommandError, type Terminal } from './terminal.js';

/** For its owner alone, as the files in it are. */
const MODE = 0o700;
const PAGE = 100;

type HeldFile = HeldMessage['files'][number];

/** Fetches one file of a hold. */
export async function fetchHeldFile(
  terminal: Terminal,
  url: string | undefined,
  { hold, id, file }: { readonly hold: string; readonly id: string; readonly file: string },
): Promise<Answer> {
  await fetchFromAdmin(terminal, url, pathOf(hold, id), file);
  return { data: { file }, text: `${file} is complete.` };
}

/**
 * Writes what a hold has kept to a new folder: its texts as lines of `messages.ndjson`, which is there once all is, and its files in
 * `files`. A file that the service cannot give is named in the answer, and the rest is written.
 */
export async function exportHold(
  terminal: Terminal,
  url: string | undefined,
  { hold, folder }: { readonly hold: string; readonly folder: string },
): Promise<Answer> {
  const api = adminApi(terminal, url);
  // Before anything is written: there may be no such hold.
  const first = await pageOf(api, hold);
  await makeFolder(folder);
  const missing: string[] = [];
  const done = { messages: 0, files: 0, missing };
  const fetched = new Set<string>();
  const fetchAll = async (files: readonly HeldFile[]) => {
    for (const { id, filename } of files) {
      if (fetched.has(id)) continue;
      fetched.add(id);
      const isThere = await isFetched(
        fetchFromAdmin(terminal, url, pathOf(hold, id), join(folder, 'files', nameOf(id, filename))),
      );
      if (isThere) done.files++;
      else missing.push(id);
    }
  };
  const lines = async function* () {
    for (let page = first; ; page = await pageOf(api, hold, page.at(-1)?.id)) {
      for (const message of page) {
        await fetchAll(message.files);
        done.messages++;
        yield `${JSON.stringify(message)}\n`;
      }
      if (page.length < PAGE) return;
    }
  };
  await writeFile(join(folder, 'messages.ndjson'), (out: Writable) => pipeline(lines, out));
  const { messages, files } = done;
  const lost = missing.length === 0 ? '' : ` Not there: ${missing.join(', ')}.`;
  const text = `Exported ${messages} texts and ${files} files to ${folder}.${lost}`;
  return { data: done, text, failed: missing.length > 0 };
}

function pageOf(api: AdminApi, hold: string, before?: string): Promise<HeldMessage[]> {
  const path = `holds/${encodeURIComponent(hold)}/messages${queryOf({ limit: String(PAGE), before })}`;
  return api(z.array(HeldMessage), 'GET', path);
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: MODE }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new CommandError('FOLDER_EXISTS', `${folder} is there already. Name a new folder.`);
  });
  await mkdir(join(folder, 'files'), { mode: MODE });
}

/** False for a file that the service does not have. */
function isFetched(fetching: Promise<void>): Promise<boolean> {
  return fetching.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CommandError && error.code === 'ATTACHMENT_NOT_FOUND') return false;
      throw error;
    },
  );
}

const pathOf = (hold: string, id: string) =>
  `holds/${encodeURIComponent(hold)}/files/${encodeURIComponent(id)}`;

/** The id, with the type that people and programs know a file by; the name of the uploader may not fit here. */
function nameOf(id: string, filename: string): string {
  const type = extname(filename);
  return /^\.[a-z0-9]{1,16}$/i.test(type) ? `${id}${type}` : id;
}
