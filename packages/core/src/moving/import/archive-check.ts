import type { ConversionSummary } from '../../protocol/records/conversion-summary.js';
import { ArchiveError } from '../archive/archive-error.js';
import { type ArchiveLine, type ArchiveLineType, LINE_ORDER, type LineOf } from '../archive/lines.js';
import { checkMessage, checkOfMessage } from './check-messages.js';
import { checkPerson, checkUser } from './check-people.js';
import {
  checkChannel,
  checkChannelGroup,
  checkDirectMessage,
  checkEmoji,
  checkUserGroup,
} from './check-places.js';
import { type CheckedAgainst, SeenLines } from './seen-lines.js';

/** How far the clock of the person who wrote an archive may be ahead. */
const CLOCK_TOLERANCE_MS = 24 * 3600 * 1000;

/**
 * Whether a whole archive can be imported: it takes each line once and keeps no message, so its memory grows with users,
 * channels and members alone. What names a message is checked when it is written. Throws `ArchiveError`.
 */
export class ArchiveCheck {
  readonly #seen: SeenLines;
  #previous: ArchiveLineType | null = null;
  #source = '';
  #hasEnded = false;
  #conversion: ConversionSummary | null = null;

  constructor(against: CheckedAgainst) {
    this.#seen = new SeenLines(against);
  }

  async take(line: ArchiveLine, number: number): Promise<void> {
    this.#seen.line = number;
    if (this.#hasEnded) throw this.#seen.wrong('follows the end');
    if ((line.type === 'header') !== (this.#previous === null))
      throw this.#seen.wrong('the first line, and no other, is the header');
    // A user may come as late as the first line that names them.
    const isLateUser =
      line.type === 'user' && this.#previous !== null && LINE_ORDER[this.#previous] <= LINE_ORDER.member;
    if (!isLateUser && this.#previous !== null && LINE_ORDER[line.type] < LINE_ORDER[this.#previous])
      throw this.#seen.wrong(
        `a line of type "${line.type}" cannot come after one of type "${this.#previous}"`,
      );
    if (LINE_ORDER[line.type] > LINE_ORDER.server && this.#seen.server === null)
      throw this.#seen.wrong('there is no line of type "server" before it');
    if (isLateUser) this.#seen.message = null;
    else this.#previous = line.type;
    await this.#takeKnown(line);
  }

  /** Whether the last line has come. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The system that the ids are from; empty before the first line. */
  get source(): string {
    return this.#source;
  }

  /** Call it after the last line. Returns what the archive has in all. */
  end() {
    if (!this.#hasEnded || this.#seen.server === null)
      throw new ArchiveError('The archive was cut off: its last line, of type "end", is missing.');
    return {
      source: this.#source,
      server: this.#seen.server,
      lines: this.#seen.line,
      conversion: this.#conversion,
      users: this.#seen.users.size,
      messages: this.#seen.messages,
      fileBytes: this.#seen.fileBytes,
    };
  }

  async #takeKnown(line: ArchiveLine): Promise<void> {
    switch (line.type) {
      case 'header':
        return this.#header(line.data);
      case 'user':
        return checkUser(this.#seen, line.data);
      case 'server':
        return this.#takeServer(line.data);
      case 'emoji':
        return checkEmoji(this.#seen, line.data);
      case 'userGroup':
        return checkUserGroup(this.#seen, line.data);
      case 'channelGroup':
        return checkChannelGroup(this.#seen, line.data);
      case 'channel':
        return checkChannel(this.#seen, line.data);
      case 'directMessage':
        return checkDirectMessage(this.#seen, line.data);
      case 'message':
        return checkMessage(this.#seen, line.data);
      case 'edit':
      case 'reaction':
        return checkOfMessage(this.#seen, line);
      case 'pin':
        return this.#seen.requireUser(line.data.pinnedBy);
      case 'end':
        return this.#end(line.data);
      default:
        return checkPerson(this.#seen, line);
    }
  }

  #header({ source, exportedAt }: LineOf<'header'>['data']): void {
    this.#source = source;
    this.#seen.latest = new Date(Date.parse(exportedAt) + CLOCK_TOLERANCE_MS).toISOString();
    if (Date.parse(exportedAt) > this.#seen.against.now.getTime() + CLOCK_TOLERANCE_MS)
      throw this.#seen.wrong('exportedAt lies in the future');
  }

  async #takeServer(server: LineOf<'server'>['data']): Promise<void> {
    if (this.#seen.server !== null) throw this.#seen.wrong('there is a server already');
    this.#seen.requireUser(server.ownerId);
    const owner = this.#seen.users.get(server.ownerId);
    if (owner?.bot || owner?.deleted)
      throw this.#seen.wrong('the owner must be a person whose account is there');
    this.#seen.requirePast(server.createdAt);
    if (server.icon !== null) {
      await this.#seen.takeFile(server.icon, this.#seen.against.limits.avatarBytes, 'AVATAR_MAX_MB');
    }
    this.#seen.server = server;
  }

  #end({ lines, conversion }: LineOf<'end'>['data']): void {
    if (lines !== this.#seen.line - 1)
      throw this.#seen.wrong(`lines is ${lines}, and there are ${this.#seen.line - 1} before it`);
    if (this.#seen.server !== null && !this.#seen.members.has(this.#seen.server.ownerId))
      throw this.#seen.wrong('the owner of the server is no member of it');
    this.#hasEnded = true;
    this.#conversion = conversion;
  }
}
