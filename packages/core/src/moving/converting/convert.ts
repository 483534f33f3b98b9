import type { Readable } from 'node:stream';
import type { GivenArchiveLine } from '../archive/lines.js';
import type { ArchiveContents } from '../container/write-archive.js';
import { withFields } from '../with-fields.js';
import { Account } from './account.js';
import { OwnEmoji } from './emoji.js';
import { leaveOutMessage } from './message-lines.js';
import { MessageOrder } from './message-order.js';
import { displayNameOf } from './names.js';
import { People } from './people.js';
import { linesOfPlace } from './place-messages.js';
import { Places } from './places.js';
import type { ServerRecord, SourceFile, SourceNames, SourceReader, SourceRecord } from './records.js';
import { type ConversionReport, isWhole, noMembersOf, summaryOf } from './report.js';
import { SeenIds } from './seen-ids.js';
import { sourceOf } from './source.js';
import { fileName, imageOf, sourceId } from './source-ids.js';
import { Spool, type SpooledMessage } from './spool.js';

export interface ConversionOptions {
  /** What the server is called; null for the name in the export. */
  readonly serverName: string | null;
  /** The installation, such as `https://chat.example.com`; needed where the export does not name it. */
  readonly installation: string | null;
  /** Such as `palaver 0.1.0`. */
  readonly writtenBy: string;
  readonly now: Date;
}

export interface Conversion extends ArchiveContents {
  /** Whole when all lines are taken. */
  report(): ConversionReport;
  close(): Promise<void>;
}

/** As far as the clock of another system may be ahead (docs/moving.md). */
const CLOCK_TOLERANCE_MS = 24 * 3600 * 1000;

/**
 * The export of another system as an archive (docs/importing.md): all its lines are read once, and messages kept in a temporary file,
 * so that they can come in any order. Close it after the last line. Throws `ArchiveError` for what is no export.
 */
export async function convert(reader: SourceReader, options: ConversionOptions): Promise<Conversion> {
  const spool = await Spool.create();
  try {
    const converter = new Converter(reader, options, spool);
    await converter.read();
    return {
      lines: converter.lines(),
      openFile: (name) => converter.openFile(name),
      report: () => converter.report(),
      summary: () => summaryOf(converter.report()),
      close: () => spool.close(),
    };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

class Converter {
  readonly #account = new Account();
  readonly #people: People;
  readonly #places: Places;
  readonly #emoji = new OwnEmoji(this.#account);
  readonly #orders = new Map<string, MessageOrder>();
  readonly #files = new Map<string, string>();
  #server: ServerRecord | null = null;
  #messages = 0;
  #opened = 0;

  constructor(
    private readonly reader: SourceReader,
    private readonly options: ConversionOptions,
    private readonly spool: Spool,
  ) {
    this.#people = new People(this.#account, reader.idsAreUsernames ?? false);
    this.#places = new Places(this.#account, this.#people);
  }

  async read(): Promise<void> {
    const directs = new Map<string, readonly string[]>();
    for await (const record of this.reader.records()) {
      this.#account.read(record.from.kind);
      if (record.type !== 'message') this.#take(record);
      else {
        if (record.directIds !== null) directs.set(record.placeId, record.directIds);
        await this.#keep(record);
      }
    }
    for (const [id, userIds] of directs) this.#places.addNamed(id, userIds);
    this.#people.end();
  }

  async openFile(name: string): Promise<Readable | null> {
    const key = this.#files.get(name);
    if (key === undefined) return null;
    this.#opened++;
    return this.reader.openFile(key);
  }

  report(): ConversionReport {
    if (!isWhole(this.#account)) throw new Error('a conversion has lost lines of its account');
    return {
      source: this.#source(),
      server: this.#serverName(),
      messages: this.#messages,
      files: this.#opened,
      kinds: this.#account.kinds(),
      noMembers: noMembersOf(this.#people),
    };
  }

  #take(record: Exclude<SourceRecord, { type: 'message' }>): void {
    switch (record.type) {
      case 'person':
        this.#knowFiles([record.avatar]);
        this.#people.add(record);
        break;
      case 'server':
        this.#knowFiles([record.icon]);
        this.#server = record;
        this.#account.take(record.from);
        break;
      case 'channel':
        this.#places.addChannel({ ...record, createdAt: this.#possible(record.createdAt) });
        break;
      case 'direct':
        this.#places.addDirect({ ...record, createdAt: this.#possible(record.createdAt) });
        break;
      case 'emoji':
        this.#knowFiles([record.image]);
        this.#emoji.add(record);
        break;
      case 'leftOut':
        this.#account.leaveOut(record.from, record.why);
        break;
      case 'note':
        this.#account.take(record.from);
    }
  }

  /** What an archive calls the files, and the export. */
  #knowFiles(files: ReadonlyArray<SourceFile | null>): void {
    for (const file of files) if (file?.key != null) this.#files.set(fileName(file.key), file.key);
  }

  async #keep(given: SpooledMessage): Promise<void> {
    const message = this.#withPossible(given);
    const { id, threadId, author, reactions, pin, files, placeId, at } = message;
    this.#account.read('reaction', reactions.length);
    this.#account.read('file', files.length);
    this.#account.read('pin', pin === null ? 0 : 1);
    this.#knowFiles(files);
    for (const { by } of reactions) this.#people.name(by);
    for (const person of [author, pin?.by ?? author]) this.#people.name(person);
    const order = this.#orders.get(placeId) ?? new MessageOrder();
    this.#orders.set(placeId, order);
    const kept = isInstant(at) ? message : withFields(message, { at: null });
    order.add({ id, threadId, at: this.#possible(at) }, await this.spool.add(kept));
  }

  /** The message itself keeps its instant, which the account tells of. */
  #withPossible(message: SpooledMessage): SpooledMessage {
    const { editedAt, reactions, pin } = message;
    return withFields(message, {
      editedAt: this.#possible(editedAt),
      reactions: reactions.map(({ by, emoji, at }) => ({ by, emoji, at: this.#possible(at) })),
      pin: pin && { by: pin.by, at: this.#possible(pin.at) },
    });
  }

  #possible(at: number | null): number | null {
    const now = this.options.now.getTime();
    if (!isInstant(at)) return null;
    return at > now + CLOCK_TOLERANCE_MS ? now : at;
  }

  async *lines(): AsyncGenerator<GivenArchiveLine> {
    const { writtenBy, now } = this.options;
    const first = this.#first();
    const createdAt = first.toISOString();
    const owner = this.#people.owner.id;
    const exportedAt = now.toISOString();
    yield { type: 'header', data: { version: 1, source: this.#source(), writtenBy, exportedAt } };
    yield* this.#people.lines(createdAt);
    const id = sourceId(this.#server?.id ?? 'server');
    const guessed = this.#people.ownerIsGuessed ? { ownerIsGuessed: true } : {};
    const shown = { name: this.#serverName(), icon: imageOf(this.#server?.icon ?? null) };
    yield { type: 'server', data: { id, ...shown, ownerId: owner, ...guessed, createdAt } };
    yield* this.#emoji.lines(owner, createdAt);
    yield* this.#places.lines(first);
    yield* this.#messageLines();
    yield* this.#people.memberLines(createdAt);
    yield* this.#places.memberLines(first);
  }

  async *#messageLines(): AsyncGenerator<GivenArchiveLine> {
    const names: SourceNames = {
      user: (id) => this.#people.find(id)?.username ?? null,
      channel: (id) => this.#places.nameOf(id),
    };
    const [reader, people, emoji, account] = [this.reader, this.#people, this.#emoji, this.#account];
    const work = { reader, people, emoji, names, account, seen: new SeenIds() };
    for (const [placeId, order] of this.#orders) {
      const { id, why } = this.#places.find(placeId);
      if (id === null) {
        for (const place of order.inOrder()) leaveOutMessage(await this.spool.read(place), why, account);
      } else {
        for await (const line of linesOfPlace(sourceId(id), order, this.spool, work)) {
          if (line.type === 'message') this.#messages++;
          yield line;
        }
      }
      // Ids of messages take its place in the memory.
      this.#orders.delete(placeId);
    }
  }

  #source(): string {
    return sourceOf(this.reader.system, this.options.installation ?? this.reader.installation() ?? '');
  }

  #serverName(): string {
    return displayNameOf(this.options.serverName ?? this.#server?.name ?? '', this.reader.system);
  }

  #first(): Date {
    let first = Math.min(this.#places.first, this.options.now.getTime());
    for (const order of this.#orders.values()) first = Math.min(first, order.first);
    return new Date(first);
  }
}

function isInstant(at: number | null): at is number {
  return at !== null && Number.isFinite(at) && at > 0 && at < 8.64e15;
}
