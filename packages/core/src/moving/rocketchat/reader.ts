import { basename } from 'node:path/posix';
import type { Readable } from 'node:stream';
import { textAt } from '../../incoming-webhooks/dialects/json.js';
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
import { messageOf } from './messages.js';
import { said } from './text.js';

const ROOM = /\.json$/i;
const ASSETS = /(?:^|\/)assets\//;
/** What a download of one's own data says of oneself. */
const OWN = /(?:^|\/)user\.json$/;
const NO_EXPORT = 'This is no export of Rocket.Chat: it has no .json file.';

const isRoom = (path: string): boolean => ROOM.test(path) && !ASSETS.test(path) && !OWN.test(path);

/** Opens a zip with exports of rooms, as Rocket.Chat makes of each room, or with one's own data. Throws `ArchiveError`. */
export async function openRocketChatExport(path: string): Promise<SourceReader> {
  return new RocketChatReader(await openZipExport(path, isRoom, NO_EXPORT));
}

class RocketChatReader implements SourceReader {
  readonly system = 'rocketchat';
  readonly #people = new Set<string>();

  constructor(private readonly zip: ZipExport) {}

  /** An export does not name its installation. */
  installation(): null {
    return null;
  }

  async *records(): AsyncGenerator<SourceRecord> {
    yield { type: 'server', from: { kind: 'export', ref: 'the zip' }, id: 'rocketchat', name: 'Rocket.Chat' };
    for (const path of this.zip.paths) {
      if (isRoom(path)) yield* this.#room(path);
      else if (!ASSETS.test(path))
        yield { type: 'leftOut', from: { kind: 'other file', ref: path }, why: 'noRoom' };
    }
  }

  say({ body }: MessageRecord, names: SourceNames): Said {
    return said(body, names);
  }

  openFile(key: string): Promise<Readable> {
    return this.zip.open(key);
  }

  async close(): Promise<void> {
    await this.zip.close();
  }

  /** Who may read a room is not in an export, so it becomes a private channel of those who wrote in it. */
  async *#room(path: string): AsyncGenerator<SourceRecord> {
    const name = basename(path).replace(ROOM, '');
    const memberIds = new Set<string>();
    for await (const { line, value } of jsonLines(await this.zip.open(path))) {
      const from: Origin = { kind: 'message', ref: `${path}, line ${line}` };
      const username = textAt(value, 'username');
      if (username !== null) memberIds.add(username);
      yield* this.#person(username, from);
      yield messageOf(value, name, { zip: this.zip, path }, from);
    }
    const shown = {
      name,
      displayName: name,
      topic: null,
      isPrivate: true,
      archived: false,
      isDefault: false,
    };
    const made = { createdBy: null, createdAt: null, memberIds: [...memberIds] };
    yield { type: 'channel', from: { kind: 'room', ref: path }, id: name, ...shown, ...made };
  }

  /** An export has no list of people: they are known by what they write. */
  *#person(username: string | null, { ref }: Origin): Generator<SourceRecord> {
    if (username === null || this.#people.has(username)) return;
    this.#people.add(username);
    const none = { email: null, isBot: false, avatar: null, channelIds: [] };
    const from: Origin = { kind: 'person', ref };
    yield { type: 'person', from, id: username, username, displayName: username, role: 'member', ...none };
  }
}
