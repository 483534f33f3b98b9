import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { LineKindName } from '../../protocol/records/line-reason.js';
import { ArchiveError } from '../archive/archive-error.js';
import { jsonLines } from '../converting/json-lines.js';
import type {
  MessageRecord,
  Origin,
  Said,
  SourceNames,
  SourceReader,
  SourceRecord,
} from '../converting/records.js';
import { openZipExport, type ZipExport } from '../converting/zip-export.js';
import { membersOf, placeOfDirect } from './directs.js';
import { botOf, channelOf, emojiOf, personOf } from './lines.js';
import { said } from './post-text.js';
import { messagesOf } from './posts.js';
import type { Uploads } from './uploads.js';

const NO_EXPORT = 'This is no bulk export of Mattermost: it has no .jsonl file.';
const TEAMS_MAX = 1_000;
const KINDS = [
  'version',
  'role',
  'scheme',
  'role_binding',
  'team',
  'channel',
  'user',
  'bot',
  'emoji',
  'post',
  'direct_channel',
  'direct_post',
] as const satisfies readonly LineKindName[];
type Kind = (typeof KINDS)[number];

/**
 * Opens Mattermost's bulk export: a zip, or its file of lines alone. `teamName` chooses among several teams. Throws `ArchiveError` for
 * anything else.
 */
export async function openMattermostExport(path: string, teamName: string | null): Promise<SourceReader> {
  if (path.endsWith('.jsonl')) {
    const lines = async () => createReadStream(path, { highWaterMark: 1024 * 1024 });
    return new MattermostReader(lines, null, teamName);
  }
  const zip = await openZipExport(path, (name) => /^[^/]+\.jsonl$/.test(name), NO_EXPORT);
  const name = zip.paths.find((one) => /^[^/]+\.jsonl$/.test(one)) ?? '';
  return new MattermostReader(() => zip.open(name), zip, teamName);
}

class MattermostReader implements SourceReader {
  readonly system = 'mattermost';
  readonly idsAreUsernames = true;
  readonly #teams = new Map<string, string>();
  /** Channels of the team, as other lines name them. */
  readonly #channels = new Set<string>();
  #team: string | null = null;

  constructor(
    private readonly openLines: () => Promise<Readable>,
    private readonly zip: ZipExport | null,
    private readonly teamName: string | null,
  ) {}

  /** An export does not name its installation. */
  installation(): null {
    return null;
  }

  async *records(): AsyncGenerator<SourceRecord> {
    for await (const { line, value } of jsonLines(await this.openLines())) {
      const type = textAt(value, 'type') ?? '';
      const ref = `line ${line}`;
      const kind = KINDS.find((one) => one === type);
      if (kind !== undefined) yield* this.#recordsOf(kind, field(value, kind), { kind, ref });
      else yield { type: 'leftOut', from: unknownKind(type, ref), why: 'unknownType' };
    }
    // Without any other line nobody has asked for it.
    this.#chosen();
    for (const path of this.zip?.unread() ?? [])
      yield { type: 'leftOut', from: { kind: 'other file', ref: path }, why: 'unknownFile' };
  }

  say({ body }: MessageRecord, names: SourceNames): Said {
    return said(body, names);
  }

  openFile(key: string): Promise<Readable> {
    if (this.zip === null) throw new ArchiveError('A file of lines has no files.');
    return this.zip.open(key);
  }

  async close(): Promise<void> {
    await this.zip?.close();
  }

  *#recordsOf(kind: Kind, data: Json, from: Origin): Generator<SourceRecord> {
    switch (kind) {
      case 'team':
        yield this.#teamRecord(data, from);
        return;
      case 'channel':
        yield channelOf(data, this.#chosen(), this.#channels, from);
        return;
      case 'user':
        yield personOf(data, this.#chosen(), this.#uploads, from);
        return;
      case 'bot':
        yield botOf(data, this.#uploads, from);
        return;
      case 'emoji':
        yield emojiOf(data, this.#uploads, from);
        return;
      case 'post':
        yield* this.#posts(data, from);
        return;
      case 'direct_channel': {
        const userIds = membersOf(data);
        yield { type: 'direct', from, id: placeOfDirect(userIds), userIds, createdBy: null, createdAt: null };
        return;
      }
      case 'direct_post': {
        const userIds = membersOf(data);
        const place = { id: placeOfDirect(userIds), directIds: userIds };
        yield* messagesOf(data, place, this.#uploads, from);
        return;
      }
      case 'version':
      case 'role':
      case 'scheme':
      case 'role_binding':
        // They say what is elsewhere, or nothing that is kept here.
        yield { type: 'note', from };
    }
  }

  #teamRecord(data: Json, from: Origin): SourceRecord {
    const name = textAt(data, 'name') ?? '';
    if (this.#teams.size >= TEAMS_MAX) throw new ArchiveError(`An export has at most ${TEAMS_MAX} teams.`);
    this.#teams.set(name, textAt(data, 'display_name') ?? '');
    if (this.teamName !== null && name !== this.teamName) return { type: 'leftOut', from, why: 'otherTeam' };
    return { type: 'server', from, id: name, name: textAt(data, 'display_name') ?? name, icon: null };
  }

  *#posts(data: Json, from: Origin): Generator<SourceRecord> {
    const channel = textAt(data, 'channel') ?? '';
    const why =
      textAt(data, 'team') !== this.#chosen()
        ? 'ofOtherTeam'
        : this.#channels.has(channel)
          ? null
          : 'ofUnknownChannel';
    if (why === null) yield* messagesOf(data, { id: channel, directIds: null }, this.#uploads, from);
    else {
      yield { type: 'leftOut', from, why };
      for (const [index] of itemsAt(data, 'replies', Number.POSITIVE_INFINITY).entries())
        yield { type: 'leftOut', from: { kind: 'reply', ref: `${from.ref}, reply ${index + 1}` }, why };
    }
  }

  /** Lines of teams come before all others that this asks for. */
  #chosen(): string {
    this.#team ??= chooseTeam([...this.#teams.keys()], this.teamName);
    return this.#team;
  }

  readonly #uploads: Uploads = {
    find: (path) => {
      const given = path.replace(/^\.?\//, '');
      for (const key of [given, `data/${given}`]) {
        const sizeBytes = this.zip?.size(key) ?? null;
        if (sizeBytes !== null) return { key, sizeBytes };
      }
      return null;
    },
  };
}

/** Whoever wrote the export could think of any number of types, and the report has a line of each. */
function unknownKind(type: string, ref: string): Origin {
  return { kind: 'line of an unknown type', ref: `${ref}, ${type.slice(0, 40)}` };
}

function chooseTeam(names: readonly string[], name: string | null): string {
  if (name !== null && names.includes(name)) return name;
  const [only] = names;
  if (name === null && only !== undefined && names.length === 1) return only;
  if (names.length === 0)
    throw new ArchiveError('This is no bulk export of Mattermost: no line names a team.');
  throw new ArchiveError(`Name one of the teams of the export: ${names.slice(0, 20).join(', ')}.`);
}
