import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportLinks, ServerImport, ServerImportReport } from '@palaver/core/protocol';
import { z } from 'zod';
import { type AdminApi, adminApi, sendToAdmin } from './admin-api.js';
import { Pace } from './import-pace.js';
import { queryOf } from './paging.js';
import { table } from './table.js';
import { type Answer, CommandError, type Terminal } from './terminal.js';

const EVERY_MS = 500;
/** Goes back to the beginning of the line and clears it (ECMA-48, EL). */
const CLEAR_LINE = '\r\u001b[K';
const GOING: ReadonlySet<ServerImport['state']> = new Set(['checking', 'importing', 'joining']);

export interface ImportOptions {
  readonly file: string;
  readonly check: boolean;
  readonly deleteMissing: boolean;
  readonly wait: boolean;
  readonly url: string | undefined;
}

/** Sends an archive to a service. Unless told not to, it waits for the end and shows how far the import is. */
export async function importServerFrom(
  terminal: Terminal,
  { file, check, deleteMissing, wait, url }: ImportOptions,
): Promise<Answer> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile())
    throw new CommandError('NO_FILE', `There is no file ${file}. A folder must be made a zip first.`);
  const archive = { content: createReadStream(file), sizeBytes: found.size, type: 'application/zip' };
  const path = `imports?checkOnly=${check}&deleteMissing=${deleteMissing}`;
  const { id } = await sendToAdmin(terminal, url, ServerImport, path, archive);
  const api = adminApi(terminal, url);
  return wait ? waitFor(api, terminal, id) : showImport(api, id);
}

async function waitFor(api: AdminApi, { stderr }: Terminal, id: string): Promise<Answer> {
  const isShown = 'isTTY' in stderr && stderr.isTTY === true;
  const pace = new Pace();
  for (;;) {
    const now = await getImport(api, id);
    if (isShown) stderr.write(CLEAR_LINE);
    if (!GOING.has(now.state)) return showImport(api, id);
    if (isShown) stderr.write(progressOf(now, pace.at(now, performance.now())));
    await sleep(EVERY_MS);
  }
}

function progressOf({ state, linesDone, lines, problem }: ServerImport, pace: string): string {
  return [`${state}: ${linesDone} of ${lines ?? '?'} lines`, pace, problem ?? '']
    .filter((part) => part !== '')
    .join(', ');
}

export async function listImports(
  api: AdminApi,
  { limit, before }: { readonly limit?: string | undefined; readonly before?: string | undefined },
): Promise<Answer> {
  const data = await api(z.array(ServerImport), 'GET', `imports${queryOf({ limit, before })}`);
  const rows = data.map((row) => [row.id, row.state, row.serverName ?? '', row.messages, row.createdAt]);
  return { data, text: table([['id', 'state', 'server', 'messages', 'begun'], ...rows]) };
}

/** The accounts that it has found come after it, one on a line. */
export async function showImport(api: AdminApi, id: string): Promise<Answer> {
  const data = await getImport(api, id);
  const { foundAccounts, conversion } = data;
  const rows = foundAccounts.map(({ sourceId, username, foundBy }) => [sourceId, username, foundBy]);
  const found =
    rows.length === 0 ? '' : `\n\n${table([['in the archive', 'account here', 'found by'], ...rows])}`;
  const account = conversion === null ? '' : `\n\n${(await import('@palaver/core')).accountText(conversion)}`;
  return { data, text: `${sentenceOf(data)}${found}${account}`, failed: data.state === 'failed' };
}

function sentenceOf(row: ServerImport): string {
  const { id, state, serverName, users, messages, files, deleted, problem, linesDone, lines } = row;
  const name = `${serverName ?? 'an archive'} (${id})`;
  const later =
    row.updates === null ? '' : ` It adds what is new to the server of the import ${row.updates}.`;
  const counts = `new accounts: ${users}, messages: ${messages}, files: ${files}, deleted messages: ${deleted}`;
  switch (state) {
    case 'done':
      return row.checkOnly
        ? `${name} can be imported: it has ${lines} lines. Nothing was written.${later}`
        : `Imported ${name}: ${counts}.${later}`;
    case 'failed':
      return `${name} is not imported: ${problem ?? 'the log of the service says why'}`;
    case 'cancelled':
      return `The import of ${name} was cancelled.`;
    case 'checking':
    case 'importing':
    case 'joining':
      return `The import of ${name} is at line ${linesDone} of ${lines ?? '?'} (${state})${problem === null ? '' : `, and waits: ${problem}`}.`;
  }
}

/** Makes links to a first password, some people at a time: mails them, or writes them to a file that nobody else may read. */
export async function makeLinks(
  api: AdminApi,
  id: string,
  { mail = false, csv = null }: { readonly mail?: boolean; readonly csv?: string | null },
): Promise<Answer> {
  if (mail === (csv !== null))
    throw new CommandError('HOW', 'Say --mail, or --csv with a file for the list of links.');
  if (csv !== null) await makeSecretFile(csv);
  const by = mail ? 'mail' : 'list';
  const parts: string[] = [];
  let people = 0;
  for (let after: string | null = null; ; ) {
    const body: object = after === null ? { by } : { by, after };
    const page: ImportLinks = await api(ImportLinks, 'POST', `imports/${encodeURIComponent(id)}/links`, body);
    people += page.people;
    parts.push(page.csv ?? '');
    after = page.next;
    if (after === null) break;
  }
  if (csv !== null) await writeFile(csv, `\ufeff${parts.join('')}`);
  const text = csv === null ? `Mails to ${people} people.` : `${people} links, in ${csv}.`;
  return { data: { people, csv }, text };
}

/** For its owner alone. Asked for before links are made, which nobody would see where it cannot be. */
async function makeSecretFile(path: string): Promise<void> {
  await writeFile(path, '', { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw isThere ? new CommandError('FILE_EXISTS', `There is a file ${path} already.`) : error;
  });
}

export async function cancelImport(api: AdminApi, id: string): Promise<Answer> {
  const data = await api(ServerImport, 'DELETE', `imports/${encodeURIComponent(id)}`);
  return { data, text: `Cancelled the import ${data.id}.` };
}

function getImport(api: AdminApi, id: string): Promise<ServerImportReport> {
  return api(ServerImportReport, 'GET', `imports/${encodeURIComponent(id)}`);
}
