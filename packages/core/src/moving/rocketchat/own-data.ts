import { basename, dirname, join } from 'node:path/posix';
import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { ArchiveError } from '../archive/archive-error.js';
import { jsonLines } from '../converting/json-lines.js';
import type { NamedPerson, PersonRecord } from '../converting/records.js';
import type { ZipExport } from '../converting/zip-export.js';

const ADDRESSES_MAX = 10;
/** The bot that each installation has. */
export const BOT = 'rocket.cat';
/** What such a download calls everybody else. */
const HIDDEN = /^User_\d+$/;

/** What a download says of a room. */
export interface ListedRoom {
  readonly id: string;
  /** `c` for a public channel, `d` for a direct message. */
  readonly type: string;
}

type Zip = Pick<ZipExport, 'paths' | 'open' | 'size'>;

/**
 * What a download of one's own data has beside its rooms (Rocket.Chat, `dataExport/processDataDownloads.ts`): whose it is, and which
 * rooms there are. It hides the names of all others.
 */
export class OwnData {
  /** Null where the export is of rooms alone. */
  readonly person: (Omit<PersonRecord, 'type'> & { readonly path: string }) | null;
  /** By the paths of their files. */
  readonly #rooms: ReadonlyMap<string, ListedRoom>;
  readonly #hidden = new Map<string, NamedPerson>();
  readonly #ids = new Set<string>();

  private constructor(person: OwnData['person'], rooms: ReadonlyMap<string, ListedRoom>) {
    this.person = person;
    this.#rooms = rooms;
  }

  /** Throws `ArchiveError` for downloads of several people: each has other names for the same ones. */
  static async read(zip: Zip, isRoom: (path: string) => boolean): Promise<OwnData> {
    const people: Array<NonNullable<OwnData['person']>> = [];
    const rooms = new Map<string, ListedRoom>();
    for (const path of zip.paths.filter(isRoom)) {
      if (basename(path) !== 'user.json' && basename(path) !== 'channels.json') continue;
      for await (const { value } of jsonLines(await zip.open(path))) {
        if (isOwner(path, value)) people.push(personOf(value, path, zip));
        const room = isListed(path, value) ? textAt(value, 'roomId') : null;
        if (room === null) continue;
        const file = join(dirname(path), `${textAt(value, 'roomName') ?? room}.json`);
        rooms.set(file, { id: room, type: textAt(value, 'type') ?? '' });
      }
    }
    const [person, another] = people;
    if (another !== undefined)
      throw new ArchiveError('The zip has the data of several people: convert the download of one of them.');
    return new OwnData(person ?? null, rooms);
  }

  /** Null for a room that no list names. */
  room(path: string): ListedRoom | null {
    return this.#rooms.get(path) ?? null;
  }

  /** Whether a line is about the download, and no message. */
  isAbout(path: string, value: Json): boolean {
    return isOwner(path, value) || isListed(path, value);
  }

  /**
   * Who wrote a message. The number of a hidden name may be another person's in a later download: who has it is known by where it stands
   * first.
   */
  authorOf(username: string, room: string, value: Json): NamedPerson {
    if (!this.hides(username)) return { id: username, name: username, isBot: username === BOT };
    const known = this.#hidden.get(username);
    if (known !== undefined) return known;
    const first = `hidden ${room} ${JSON.stringify(field(value, 'ts'))}`;
    let id = first;
    for (let n = 2; this.#ids.has(id); n++) id = `${first} ${n}`;
    this.#ids.add(id);
    const person = { id, name: username, isBot: false };
    this.#hidden.set(username, person);
    return person;
  }

  hides(username: string): boolean {
    return this.person !== null && username !== this.person.username && HIDDEN.test(username);
  }
}

function isOwner(path: string, value: Json): boolean {
  return basename(path) === 'user.json' && textAt(value, 'username') !== null && !isMessage(value);
}

function isListed(path: string, value: Json): boolean {
  return basename(path) === 'channels.json' && !isMessage(value);
}

const isMessage = (value: Json): boolean => field(value, 'ts') !== undefined || textAt(value, 'msg') !== null;

function personOf(value: Json, path: string, zip: Zip): NonNullable<OwnData['person']> {
  const username = textAt(value, 'username') ?? '';
  const picture = join(dirname(path), 'avatar');
  const sizeBytes = zip.size(picture);
  const found = sizeBytes === null ? null : { key: picture, sizeBytes, filename: 'avatar', mimeType: null };
  return {
    path,
    id: username,
    username,
    displayName: textAt(value, 'name') ?? username,
    email: itemsAt(value, 'emails', ADDRESSES_MAX).find((one) => typeof one === 'string') ?? null,
    isBot: false,
    role: itemsAt(value, 'roles', ADDRESSES_MAX).includes('admin') ? 'admin' : 'member',
    avatar: found && { ...found, label: null, url: null, missing: 'fileMissing' },
    channelIds: [],
  };
}
