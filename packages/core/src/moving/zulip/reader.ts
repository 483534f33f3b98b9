import type { Readable } from 'node:stream';
import { itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { LineKindName } from '../../protocol/records/line-reason.js';
import { ArchiveError } from '../archive/archive-error.js';
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
import { emojiOf, personOf, streamOf } from './realm.js';
import { Recipients } from './recipients.js';
import { said } from './text.js';

const REALM = 'realm.json';
const MESSAGES = /^messages-\d+\.json$/;
const NO_EXPORT = 'This is no export of Zulip: it has no realm.json.';
const EVERY = Number.POSITIVE_INFINITY;
const PEOPLE = [
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
] as const satisfies readonly LineKindName[];

/** Tables that are read, or say nothing that others do not. */
const READ: ReadonlySet<string> = new Set([
  ...PEOPLE,
  'zerver_client',
  'zerver_defaultstream',
  'zerver_huddle',
  'zerver_reaction',
  'zerver_realm',
  'zerver_realmemoji',
  'zerver_recipient',
  'zerver_stream',
  'zerver_subscription',
]);
const FILES = /^(?:realm\.json$|attachment\.json$|(?:avatars|emoji|uploads)\/)/;

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

  constructor(private readonly zip: ZipExport) {}

  installation(): string | null {
    return this.#installation;
  }

  async *records(): AsyncGenerator<SourceRecord> {
    const realm = await this.zip.json(REALM);
    const [about] = itemsAt(realm, 'zerver_realm', 1);
    if (about === undefined) throw new ArchiveError(NO_EXPORT);
    this.#installation = textAt(about, 'uuid');
    const from: Origin = { kind: 'realm', ref: REALM };
    yield { type: 'server', from, id: textAt(about, 'string_id') || 'zulip', name: textAt(about, 'name') };
    const files = await Files.read(this.zip);
    const recipients = new Recipients(realm);
    yield* this.#people(realm, files);
    yield* this.#channels(realm, recipients);
    for (const [index, emoji] of itemsAt(realm, 'zerver_realmemoji', EVERY).entries())
      yield emojiOf(emoji, files, { kind: 'emoji', ref: `zerver_realmemoji, ${index + 1}` });
    yield* this.#messages(realm, recipients, files);
    yield* this.#others(realm);
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

  *#people(realm: Json, files: Files): Generator<SourceRecord> {
    for (const table of PEOPLE) {
      for (const [index, person] of itemsAt(realm, table, EVERY).entries()) {
        const [id, name] = [textAt(person, 'id'), textAt(person, 'full_name')];
        if (id !== null && name !== null && !this.#byName.has(name)) this.#byName.set(name, id);
        yield personOf(person, table, files, { kind: table, ref: `${table}, ${index + 1}` });
      }
    }
  }

  *#channels(realm: Json, recipients: Recipients): Generator<SourceRecord> {
    const defaults = new Set(
      itemsAt(realm, 'zerver_defaultstream', EVERY).map((one) => textAt(one, 'stream')),
    );
    for (const [index, stream] of itemsAt(realm, 'zerver_stream', EVERY).entries()) {
      const [id, name] = [textAt(stream, 'id') ?? '', textAt(stream, 'name')];
      if (name !== null) this.#streams.set(name, `stream ${id}`);
      const memberIds = recipients.membersOfStream(id);
      const from: Origin = { kind: 'zerver_stream', ref: `zerver_stream, ${index + 1}` };
      yield streamOf(stream, { memberIds, isDefault: defaults.has(id) }, from);
    }
  }

  /** What nothing here reads, so that the report has it. */
  *#others(realm: Json): Generator<SourceRecord> {
    for (const [table, rows] of Object.entries(realm ?? {})) {
      if (READ.has(table) || !Array.isArray(rows) || rows.length === 0) continue;
      const ref = `${REALM}, ${table.slice(0, 60)}: ${rows.length}`;
      yield { type: 'leftOut', from: { kind: 'other table', ref }, why: 'notHere' };
    }
    for (const path of this.zip.paths)
      if (!FILES.test(path) && !MESSAGES.test(path))
        yield { type: 'leftOut', from: { kind: 'other file', ref: path }, why: 'unknownFile' };
  }

  async *#messages(realm: Json, recipients: Recipients, files: Files): AsyncGenerator<SourceRecord> {
    const topics = new Topics();
    const reactions = new Map<string, Json[]>();
    for (const reaction of itemsAt(realm, 'zerver_reaction', EVERY)) {
      const id = textAt(reaction, 'message') ?? '';
      const known = reactions.get(id);
      if (known) known.push(reaction);
      else reactions.set(id, [reaction]);
    }
    for (const path of this.zip.paths.filter((name) => MESSAGES.test(name)).sort()) {
      for (const [index, message] of itemsAt(await this.zip.json(path), 'zerver_message', EVERY).entries()) {
        const from: Origin = { kind: 'zerver_message', ref: `${path}, ${index + 1}` };
        const id = textAt(message, 'id') ?? '';
        yield messageOf(message, { recipients, topics, files, reactions: reactions.get(id) ?? [] }, from);
        reactions.delete(id);
      }
    }
    for (const id of reactions.keys())
      for (const _ of reactions.get(id) ?? [])
        yield {
          type: 'leftOut',
          from: { kind: 'reaction', ref: `message ${id}` },
          why: 'ofMissingMessage',
        };
  }
}
