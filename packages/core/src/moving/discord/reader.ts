import type { Readable } from 'node:stream';
import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
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
import { Assets } from './assets.js';
import { Authors } from './authors.js';
import { type ChannelHead, headOf } from './channel-head.js';
import { messageOf } from './messages.js';
import { said } from './text.js';

const JSON_FILE = /\.json$/i;
const EVERY = Number.POSITIVE_INFINITY;
const NO_EXPORT = 'This is no export of DiscordChatExporter: it has no .json file.';

/** Opens a zip of the JSON files of DiscordChatExporter, one or more of each channel and thread. Throws `ArchiveError`. */
export async function openDiscordExport(path: string): Promise<SourceReader> {
  return new DiscordReader(await openZipExport(path, (name) => JSON_FILE.test(name), NO_EXPORT));
}

/** The server of direct messages, in the export of anybody: it does not say whose they are. */
const NO_GUILD = '0';

class DiscordReader implements SourceReader {
  readonly system = 'discord';
  readonly #assets: Assets;
  readonly #authors: Authors;
  #guild: { readonly id: string } | null = null;

  constructor(private readonly zip: ZipExport) {
    this.#assets = new Assets(zip);
    this.#authors = new Authors(this.#assets);
  }

  installation(): string | null {
    const id = this.#guild?.id ?? null;
    return id === NO_GUILD ? null : id;
  }

  async *records(): AsyncGenerator<SourceRecord> {
    const heads: ChannelHead[] = [];
    for (const path of this.zip.paths.filter((name) => JSON_FILE.test(name)).sort()) {
      const head = headOf(path, await this.zip.json(path));
      if (head === null) yield { type: 'leftOut', from: { kind: 'other file', ref: path }, why: 'noChannel' };
      else heads.push(head);
    }
    yield* this.#server(heads);
    yield* this.#channels(heads);
    for (const head of heads) yield* this.#messages(head);
    for (const path of this.zip.unread())
      yield { type: 'leftOut', from: { kind: 'other file', ref: path }, why: 'unknownFile' };
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

  *#server(heads: readonly ChannelHead[]): Generator<SourceRecord> {
    const [first] = heads;
    if (first === undefined) throw new ArchiveError(NO_EXPORT);
    const other = heads.find(({ guild }) => guild.id !== first.guild.id);
    if (other !== undefined)
      throw new ArchiveError(`An export is of one server: "${first.path}" and "${other.path}" are of two.`);
    this.#guild = first.guild;
    const { id, name, iconUrl } = first.guild;
    const icon = iconUrl === null ? null : this.#assets.file(iconUrl, 'icon', first.path);
    yield { type: 'server', from: { kind: 'server', ref: first.path }, id, name, icon };
  }

  /** A thread belongs to its channel, which may have no file of its own, as a forum has none. */
  *#channels(heads: readonly ChannelHead[]): Generator<SourceRecord> {
    const known = new Set<string>();
    const ofThreads = heads.flatMap(({ path, isThread, parent }) =>
      isThread && parent ? [{ path, ...parent }] : [],
    );
    const channels = heads.filter(({ isThread, isDirect }) => !isThread && !isDirect);
    for (const { path, id, name, topic } of [
      ...channels,
      ...ofThreads.map((one) => ({ ...one, topic: null })),
    ]) {
      if (known.has(id)) continue;
      known.add(id);
      const shown = { name, displayName: name, topic, isPrivate: false, archived: false, isDefault: false };
      const made = { createdBy: null, createdAt: null, memberIds: [] };
      yield { type: 'channel', from: { kind: 'channel', ref: path }, id, ...shown, ...made };
    }
  }

  async *#messages(head: ChannelHead): AsyncGenerator<SourceRecord> {
    const value = await this.zip.json(head.path);
    if (!Array.isArray(field(value, 'messages')))
      yield { type: 'leftOut', from: { kind: 'other file', ref: head.path }, why: 'noMessage' };
    const messages = itemsAt(value, 'messages', EVERY);
    const place = {
      ...head,
      firstId: firstIdOf(messages),
      directIds: head.isDirect ? authorIds(messages) : null,
    };
    for (const [index, message] of messages.entries()) {
      const from: Origin = { kind: 'message', ref: `${head.path}, ${index + 1}` };
      for (const person of peopleIn(message)) yield* this.#authors.recordsOf(person, head.path, from.ref);
      yield* this.#assets.emojiOf(message, head.path, from.ref);
      yield messageOf(message, place, this.#assets, from);
      for (const reaction of itemsAt(message, 'reactions', EVERY))
        if (itemsAt(reaction, 'users', 1).length === 0)
          yield {
            type: 'leftOut',
            from: { kind: 'reaction', ref: from.ref },
            why: 'onlyCounted',
          };
    }
  }
}

/** Who writes, is mentioned or reacts. */
function peopleIn(message: Json): Json[] {
  const reacting = itemsAt(message, 'reactions', EVERY).flatMap((one) => itemsAt(one, 'users', EVERY));
  return [field(message, 'author'), ...itemsAt(message, 'mentions', EVERY), ...reacting];
}

/** The first message of a thread, by its id: ids are in the order of time. */
function firstIdOf(messages: readonly Json[]): string | null {
  const ids = messages.flatMap((message) => textAt(message, 'id') ?? []);
  return ids.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? null;
}

function authorIds(messages: readonly Json[]): string[] {
  return [...new Set(messages.flatMap((message) => textAt(message, 'author.id') ?? []))];
}
