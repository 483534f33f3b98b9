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
import { BOT, OwnData } from './own-data.js';
import { roomOf } from './rooms.js';
import { said } from './text.js';

const FILE = /\.json$/i;
const ASSETS = /(?:^|\/)assets\//;
const NO_EXPORT = 'This is no export of Rocket.Chat as JSON: it has no .json file.';

const isRoom = (path: string): boolean => FILE.test(path) && !ASSETS.test(path);

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
    const names = { id: 'rocketchat', name: 'Rocket.Chat', icon: null };
    yield { type: 'server', from: { kind: 'export', ref: 'the zip' }, ...names };
    const own = await OwnData.read(this.zip, isRoom);
    if (own.person !== null) yield* this.#owner(own.person);
    for (const path of this.zip.paths.filter(isRoom)) yield* this.#room(path, own);
    for (const path of this.zip.unread())
      yield { type: 'leftOut', from: { kind: 'other file', ref: path }, why: 'noRoom' };
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

  *#owner({ path, ...person }: NonNullable<OwnData['person']>): Generator<SourceRecord> {
    this.#people.add(person.id);
    yield { type: 'person', from: { kind: 'person', ref: path }, ...person };
  }

  async *#room(path: string, own: OwnData): AsyncGenerator<SourceRecord> {
    const name = basename(path).replace(FILE, '');
    const memberIds = new Set<string>(own.person === null ? [] : [own.person.id]);
    let about = 0;
    let messages = 0;
    for await (const { line, value } of jsonLines(await this.zip.open(path))) {
      if (own.isAbout(path, value)) {
        about++;
        continue;
      }
      messages++;
      const from: Origin = { kind: 'message', ref: `${path}, line ${line}` };
      const username = textAt(value, 'username');
      const author = username === null ? null : own.authorOf(username, name, value);
      if (author !== null) memberIds.add(author.id);
      if (username !== null && !own.hides(username)) yield* this.#person(username, from);
      yield messageOf(value, { room: name, author, zip: this.zip, path }, from);
    }
    // What says whose data it is has made a person.
    if (about > 0 && basename(path) === 'channels.json')
      yield { type: 'note', from: { kind: 'other file', ref: path } };
    if (messages > 0 || about === 0) yield roomOf(name, { path, own, memberIds });
  }

  /** An export of rooms has no list of people: they are known by what they write. */
  *#person(username: string, { ref }: Origin): Generator<SourceRecord> {
    if (this.#people.has(username)) return;
    this.#people.add(username);
    const none = { email: null, isBot: username === BOT, avatar: null, channelIds: [] };
    const from: Origin = { kind: 'person', ref };
    yield { type: 'person', from, id: username, username, displayName: username, role: 'member', ...none };
  }
}
