import type { Readable } from 'node:stream';
import { type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { ArchiveError } from '../archive/archive-error.js';
import type {
  MessageRecord,
  Origin,
  Said,
  SourceNames,
  SourceReader,
  SourceRecord,
} from '../converting/records.js';
import { openZipExport, type ZipExport } from '../converting/zip-export.js';
import { Integrations } from './integrations.js';
import { messageOf, reactionsLeftOut } from './messages.js';
import { LISTS, type Place, placeOf } from './places.js';
import { said } from './text.js';
import { Uploads } from './uploads.js';
import { teamOf, userOf } from './users.js';

const DAY = /^([^/]+)\/\d{4}-\d{2}-\d{2}\.json$/;
const NO_PLACE = 'ofUnknownChannel';
/** Files with other things than the export has people and channels in. */
const USERS = 'users.json';
const LOGS = 'integration_logs.json';

/** Opens the zip of an export of Slack. Throws `ArchiveError` for anything else. */
export async function openSlackExport(path: string): Promise<SourceReader> {
  const zip = await openZipExport(
    path,
    (name) => name === USERS,
    'This is no export of Slack: it has no users.json.',
  );
  return new SlackReader(zip);
}

class SlackReader implements SourceReader {
  readonly system = 'slack';
  readonly #integrations = new Integrations();
  readonly #uploads: Uploads;
  readonly #days: ReadonlyMap<string, readonly string[]>;
  /** Files that have no list in them. */
  readonly #noLists: string[] = [];
  #teamId: string | null = null;

  constructor(private readonly zip: ZipExport) {
    this.#uploads = new Uploads(zip);
    this.#days = daysOf(zip.paths);
  }

  installation(): string | null {
    return this.#teamId;
  }

  async *records(): AsyncGenerator<SourceRecord> {
    yield* this.#users();
    yield* this.#logs();
    const known = new Set<string>();
    for (const list of LISTS) {
      for (const [index, value] of (await this.#list(list.file)).entries()) {
        const from: Origin = { kind: list.kind, ref: `${list.file}, ${index + 1}` };
        const place = placeOf(value, list, from);
        yield place.record;
        if (place.folder === null || known.has(place.folder)) continue;
        known.add(place.folder);
        yield* this.#messages(place);
      }
    }
    yield* this.#others(known);
  }

  say({ body }: MessageRecord, names: SourceNames): Said {
    return said(body, names);
  }

  openFile(key: string): Promise<Readable> {
    return this.zip.open(this.#uploads.pathOf(key));
  }

  async close(): Promise<void> {
    await this.zip.close();
  }

  async *#users(): AsyncGenerator<SourceRecord> {
    const users = await this.#list(USERS);
    if (users.length === 0) throw new ArchiveError('The export names nobody in users.json.');
    this.#teamId = teamOf(users);
    for (const [index, value] of users.entries()) {
      this.#integrations.addUser(value);
      yield userOf(value, { kind: 'user', ref: `${USERS}, ${index + 1}` });
    }
    // An export does not name its workspace.
    if (this.#teamId !== null)
      yield {
        type: 'server',
        from: { kind: 'workspace', ref: USERS },
        id: this.#teamId,
        name: 'Slack',
        icon: null,
      };
  }

  async *#logs(): AsyncGenerator<SourceRecord> {
    for (const [index, value] of (await this.#list(LOGS)).entries()) {
      this.#integrations.addLog(value);
      yield { type: 'note', from: { kind: 'integration log', ref: `${LOGS}, ${index + 1}` } };
    }
  }

  async *#messages(place: Place): AsyncGenerator<SourceRecord> {
    const pins = new Map(place.pins);
    for await (const { value, from } of this.#lines(place.folder ?? '')) {
      const ts = textAt(value, 'ts') ?? '';
      const pin = pins.get(ts) ?? null;
      const record = messageOf(value, { place, pin, from }, this.#integrations, this.#uploads);
      if (record.type === 'message') pins.delete(ts);
      yield record;
      if (record.type === 'message')
        for (const why of reactionsLeftOut(value))
          yield { type: 'leftOut', from: { kind: 'reaction', ref: from.ref }, why };
    }
    for (const ts of pins.keys()) {
      const from: Origin = { kind: 'pin', ref: `${place.folder}, ${ts}` };
      yield { type: 'leftOut', from, why: 'ofMissingMessage' };
    }
  }

  /** Files and folders that no list names. */
  async *#others(known: ReadonlySet<string>): AsyncGenerator<SourceRecord> {
    for (const folder of this.#days.keys()) {
      if (known.has(folder)) continue;
      for await (const { from } of this.#lines(folder)) yield { type: 'leftOut', from, why: NO_PLACE };
    }
    for (const path of [...this.#noLists, ...this.zip.unread()])
      yield { type: 'leftOut', from: { kind: 'other file', ref: path }, why: 'unknownFile' };
  }

  async *#lines(folder: string): AsyncGenerator<{ readonly value: Json; readonly from: Origin }> {
    for (const path of this.#days.get(folder) ?? []) {
      const values = await this.#list(path);
      for (const [index, value] of values.entries())
        yield { value, from: { kind: 'message', ref: `${path}, ${index + 1}` } };
    }
  }

  async #list(path: string): Promise<Json[]> {
    const value = await this.zip.json(path);
    if (Array.isArray(value)) return value;
    if (this.zip.size(path) !== null) this.#noLists.push(path);
    return [];
  }
}

/** The paths of days, by their folders. */
function daysOf(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const days = new Map<string, string[]>();
  for (const path of [...paths].sort()) {
    const [, folder = null] = DAY.exec(path) ?? [];
    if (folder === null) continue;
    const known = days.get(folder);
    if (known) known.push(path);
    else days.set(folder, [path]);
  }
  return days;
}
