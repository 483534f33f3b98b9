import type { Readable } from 'node:stream';
import { type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { LineKindName } from '../../protocol/records/line-reason.js';
import { ArchiveError } from '../archive/archive-error.js';
import type { TableItem } from '../converting/json-tables.js';
import type {
  MessageRecord,
  Origin,
  Said,
  SourceNames,
  SourceReader,
  SourceRecord,
} from '../converting/records.js';
import { openTarExport } from '../converting/tar-export.js';
import { openZipExport, type ZipExport } from '../converting/zip-export.js';
import { Files } from './files.js';
import { messageOf, Topics } from './messages.js';
import { emojiOf, personOf, Realm, streamOf } from './realm.js';
import { leftOutOf, tablesOf } from './tables.js';
import { said } from './text.js';

const REALM = 'realm.json';
const MESSAGES = /^messages-\d+\.json$/;
const NO_EXPORT = 'This is no export of Zulip: it has no realm.json.';
const PEOPLE = [
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
] as const satisfies readonly LineKindName[];

const isPeople = (table: string): table is (typeof PEOPLE)[number] => PEOPLE.some((one) => one === table);

/** Tables that are read. */
const READ: ReadonlySet<string> = new Set([
  ...PEOPLE,
  'zerver_defaultstream',
  'zerver_reaction',
  'zerver_realm',
  'zerver_realmemoji',
  'zerver_recipient',
  'zerver_stream',
  'zerver_subscription',
]);
/** They say nothing that others do not. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['zerver_client', 'zerver_huddle', 'zerver_usermessage']);
const MESSAGE_TABLE = 'zerver_message';
/** Each image is there in several sizes, of which one is read, beside lists of them. */
const IMAGES = /^(?:avatars|emoji|realm_icons)\/|^uploads\/records\.json$/;

/** Opens the tar.gz of Zulip's export of an organization, or a zip of the same. Throws `ArchiveError` for anything else. */
export async function openZulipExport(path: string): Promise<SourceReader> {
  const isRealm = (name: string) => name === REALM;
  const open = /\.zip$/i.test(path) ? openZipExport : openTarExport;
  return new ZulipReader(await open(path, isRealm, NO_EXPORT));
}

class ZulipReader implements SourceReader {
  readonly system = 'zulip';
  /** People by the names by which texts mention them. */
  readonly #byName = new Map<string, string>();
  readonly #streams = new Map<string, string>();
  #installation: string | null = null;
  #isRealm = false;

  constructor(private readonly zip: ZipExport) {}

  installation(): string | null {
    return this.#installation;
  }

  async *records(): AsyncGenerator<SourceRecord> {
    const files = await Files.read(this.zip);
    const realm = new Realm();
    const isKnown = (table: string) => READ.has(table) || SAID_ELSEWHERE.has(table);
    for await (const item of tablesOf(this.zip, REALM, (table) => READ.has(table))) {
      if (item.type === 'row') yield* this.#rowOf(item, realm, files);
      else yield* leftOutOf(item, REALM, isKnown);
    }
    if (!this.#isRealm) throw new ArchiveError(NO_EXPORT);
    yield* this.#channels(realm);
    yield* this.#messages(realm, files);
    for (const path of this.zip.unread())
      if (!IMAGES.test(path))
        yield { type: 'leftOut', from: { kind: 'other file', ref: path }, why: 'unknownFile' };
  }

  say({ body }: MessageRecord, names: SourceNames): Said {
    return said(body, names, { people: this.#byName, streams: this.#streams });
  }

  openFile(key: string): Promise<Readable> {
    return this.zip.open(key);
  }

  async close(): Promise<void> {
    await this.zip.close();
  }

  *#rowOf({ table, index, value }: Row, realm: Realm, files: Files): Generator<SourceRecord> {
    const ref = `${table}, ${index + 1}`;
    if (table === 'zerver_realm') yield* this.#realm(value, index, files);
    else if (isPeople(table)) {
      const [id, name] = [textAt(value, 'id'), textAt(value, 'full_name')];
      if (id !== null && name !== null && !this.#byName.has(name)) this.#byName.set(name, id);
      yield personOf(value, table, files, { kind: table, ref });
    } else if (table === 'zerver_realmemoji') yield emojiOf(value, files, { kind: 'emoji', ref });
    else realm.add(table, value);
  }

  *#realm(value: Json, index: number, files: Files): Generator<SourceRecord> {
    if (index > 0) return;
    this.#isRealm = true;
    this.#installation = textAt(value, 'uuid');
    const names = { id: textAt(value, 'string_id') || 'zulip', name: textAt(value, 'name') };
    // Without an icon of its own an organization may have one in the export that it no longer shows.
    const icon = textAt(value, 'icon_source') === 'U' ? files.icon : null;
    yield { type: 'server', from: { kind: 'realm', ref: REALM }, ...names, icon };
  }

  *#channels({ streams, defaults, recipients }: Realm): Generator<SourceRecord> {
    for (const [index, stream] of streams.entries()) {
      const [id, name] = [textAt(stream, 'id') ?? '', textAt(stream, 'name')];
      if (name !== null) this.#streams.set(name, `stream ${id}`);
      const memberIds = recipients.membersOfStream(id);
      const from: Origin = { kind: 'zerver_stream', ref: `zerver_stream, ${index + 1}` };
      yield streamOf(stream, { memberIds, isDefault: defaults.has(id) }, from);
    }
  }

  async *#messages({ recipients, reactions }: Realm, files: Files): AsyncGenerator<SourceRecord> {
    const home = { recipients, topics: new Topics(), files, reactions };
    const isKnown = (table: string) => table === MESSAGE_TABLE || SAID_ELSEWHERE.has(table);
    for (const path of this.zip.paths.filter((name) => MESSAGES.test(name)).sort()) {
      for await (const item of tablesOf(this.zip, path, (table) => table === MESSAGE_TABLE)) {
        if (item.type !== 'row') yield* leftOutOf(item, path, isKnown);
        else yield messageOf(item.value, home, { kind: MESSAGE_TABLE, ref: `${path}, ${item.index + 1}` });
      }
    }
    for (const id of reactions.left())
      yield { type: 'leftOut', from: { kind: 'reaction', ref: `message ${id}` }, why: 'ofMissingMessage' };
  }
}

type Row = Extract<TableItem, { type: 'row' }>;
