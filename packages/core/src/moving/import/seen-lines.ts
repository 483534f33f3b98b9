import type { Limits } from '../../kernel/services/limits.js';
import type { Quotas } from '../../kernel/services/quotas.js';
import { ArchiveError } from '../archive/archive-error.js';
import type { LineOf } from '../archive/lines.js';
import type { ArchiveFile } from '../archive/names.js';
import type { OpenArchive } from '../container/open-archive.js';

/** What an archive is checked against. */
export interface CheckedAgainst {
  readonly now: Date;
  readonly limits: Limits;
  readonly quotas: Quotas;
  readonly archive: Pick<OpenArchive, 'fileSize'>;
}

interface SeenChannel {
  readonly isDm: boolean;
}

/** What the lines of an archive have said so far, and what is asked of each of them. What is not so throws `ArchiveError`. */
export class SeenLines {
  readonly against: CheckedAgainst;
  /** The number of the line that is checked. */
  line = 0;
  /** No instant may be after this one. */
  latest = '';
  server: LineOf<'server'>['data'] | null = null;
  readonly users = new Map<string, { readonly bot: boolean; readonly deleted: boolean }>();
  readonly emoji = new Map<string, string>();
  readonly userGroups = new Map<string, number>();
  readonly channelGroups = new Set<string>();
  readonly channels = new Map<string, SeenChannel>();
  readonly members = new Map<string, string>();
  /** What must be unique beside ids: names of emoji, handles, names of public channels. */
  readonly names = new Set<string>();
  defaultChannels = 0;
  serverChannels = 0;
  /** The message that edits and reactions belong to now. */
  message: { readonly id: string; edits: number; readonly kinds: Set<string> } | null = null;
  messages = 0;
  fileBytes = 0;

  constructor(against: CheckedAgainst) {
    this.against = against;
  }

  /** Checks a file that a line names, and counts its bytes. `setting` is the variable of the limit `max`. */
  async takeFile({ name, sizeBytes }: ArchiveFile, max: number, setting: string): Promise<void> {
    if (sizeBytes > max)
      throw this.wrong(
        `the file "${name}" is larger than ${max} bytes, which is the limit here (${setting})`,
      );
    const size = await this.against.archive.fileSize(name);
    if (size === null) throw this.wrong(`the file "${name}" is not in the archive`);
    if (size !== sizeBytes) throw this.wrong(`the file "${name}" has ${size} bytes instead of ${sizeBytes}`);
    this.fileBytes += sizeBytes;
  }

  requireNew(known: { has(id: string): boolean }, id: string): void {
    if (known.has(id)) throw this.wrong(`the id "${id}" is given twice`);
  }

  requireOwnName(kind: string, name: string): void {
    const key = `${kind} ${name}`;
    if (this.names.has(key)) throw this.wrong(`there is a ${kind} "${name}" already`);
    this.names.add(key);
  }

  requireUser(id: string): void {
    if (!this.users.has(id)) throw this.wrong(`"${id}" is no user of an earlier line`);
  }

  requireMember(id: string): void {
    if (!this.members.has(id)) throw this.wrong(`"${id}" is no member of the server`);
  }

  requirePast(instant: string): void {
    if (instant > this.latest) throw this.wrong(`${instant} is after the archive was made`);
  }

  requireFew(things: string, before: number, max: number): void {
    if (before >= max) throw this.wrong(`there can be at most ${max} ${things} here`);
  }

  wrong(sentence: string): ArchiveError {
    return new ArchiveError(sentence, this.line);
  }
}
