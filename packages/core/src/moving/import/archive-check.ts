import { DEFAULT_CHANNELS_MAX } from '../../channels/default-channels.js';
import { isClosed } from '../../channels/permissions.js';
import { emojiIdIn } from '../../kernel/schema/emoji.js';
import type { Limits } from '../../kernel/services/limits.js';
import { QUOTAS, type Quotas } from '../../kernel/services/quotas.js';
import { ArchiveError } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import { type ArchiveLine, type ArchiveLineType, LINE_ORDER, type LineOf } from '../archive/lines.js';
import type { ArchiveFile } from '../archive/names.js';
import type { OpenArchive } from '../container/open-archive.js';

/** How far the clock of the person who wrote an archive may be ahead. */
const CLOCK_TOLERANCE_MS = 24 * 3600 * 1000;

export interface CheckedAgainst {
  readonly now: Date;
  readonly limits: Limits;
  readonly quotas: Quotas;
  readonly archive: Pick<OpenArchive, 'fileSize'>;
}

interface SeenChannel {
  readonly isDm: boolean;
  lastAt: string;
}

/**
 * Whether a whole archive can be imported: it takes each line once and keeps no message, so its memory grows with users,
 * channels and members alone. What names a message is checked when it is written. Throws `ArchiveError`.
 */
export class ArchiveCheck {
  readonly #against: CheckedAgainst;
  #line = 0;
  #previous: ArchiveLineType | null = null;
  #latest = '';
  #server: LineOf<'server'>['data'] | null = null;
  #source = '';
  #hasEnded = false;
  readonly #users = new Map<string, { readonly bot: boolean; readonly deleted: boolean }>();
  readonly #emoji = new Map<string, string>();
  readonly #userGroups = new Map<string, number>();
  readonly #channelGroups = new Set<string>();
  readonly #channels = new Map<string, SeenChannel>();
  readonly #members = new Map<string, string>();
  /** What must be unique beside ids: names of emoji, handles, names of public channels. */
  readonly #names = new Set<string>();
  #defaultChannels = 0;
  #serverChannels = 0;
  /** The message that edits and reactions belong to now. */
  #message: { readonly id: string; edits: number; readonly kinds: Set<string> } | null = null;
  #messages = 0;
  #fileBytes = 0;

  constructor(against: CheckedAgainst) {
    this.#against = against;
  }

  async take(line: ArchiveLine, number: number): Promise<void> {
    this.#line = number;
    if (this.#hasEnded) throw this.#wrong('follows the end');
    if ((line.type === 'header') !== (this.#previous === null))
      throw this.#wrong('the first line, and no other, is the header');
    // A user may come as late as the first line that names them.
    const isLateUser =
      line.type === 'user' && this.#previous !== null && LINE_ORDER[this.#previous] <= LINE_ORDER.member;
    if (!isLateUser && this.#previous !== null && LINE_ORDER[line.type] < LINE_ORDER[this.#previous])
      throw this.#wrong(`a line of type "${line.type}" cannot come after one of type "${this.#previous}"`);
    if (LINE_ORDER[line.type] > LINE_ORDER.server && this.#server === null)
      throw this.#wrong('there is no line of type "server" before it');
    if (isLateUser) this.#message = null;
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
    if (!this.#hasEnded || this.#server === null)
      throw new ArchiveError('The archive was cut off: its last line, of type "end", is missing.');
    return {
      source: this.#source,
      server: this.#server,
      lines: this.#line,
      users: this.#users.size,
      messages: this.#messages,
      fileBytes: this.#fileBytes,
    };
  }

  async #takeKnown(line: ArchiveLine): Promise<void> {
    switch (line.type) {
      case 'header':
        return this.#header(line.data);
      case 'user':
        return this.#user(line.data);
      case 'server':
        return this.#takeServer(line.data);
      case 'emoji':
        return this.#takeEmoji(line.data);
      case 'userGroup':
        return this.#userGroup(line.data);
      case 'channelGroup':
        return this.#channelGroup(line.data);
      case 'channel':
        return this.#channel(line.data);
      case 'directMessage':
        return this.#directMessage(line.data);
      case 'message':
        return this.#takeMessage(line.data);
      case 'edit':
      case 'reaction':
        return this.#ofMessage(line);
      case 'pin':
        return this.#requireUser(line.data.pinnedBy);
      case 'end':
        return this.#end(line.data);
      default:
        return this.#people(line);
    }
  }

  #header({ source, exportedAt }: LineOf<'header'>['data']): void {
    this.#source = source;
    this.#latest = new Date(Date.parse(exportedAt) + CLOCK_TOLERANCE_MS).toISOString();
    if (Date.parse(exportedAt) > this.#against.now.getTime() + CLOCK_TOLERANCE_MS)
      throw this.#wrong('exportedAt lies in the future');
  }

  async #user({ id, bot, botOwnerId, deleted, createdAt, avatar }: LineOf<'user'>['data']): Promise<void> {
    this.#requireFew('users', this.#users.size, ARCHIVE_LIMITS.users);
    this.#requireNew(this.#users, id);
    this.#requirePast(createdAt);
    if (bot !== (botOwnerId !== null))
      throw this.#wrong('a bot names its owner in botOwnerId, and nobody else does');
    if (botOwnerId !== null && botOwnerId !== id && this.#users.get(botOwnerId)?.bot !== false)
      throw this.#wrong(`botOwnerId "${botOwnerId}" is no person of an earlier line`);
    this.#users.set(id, { bot, deleted });
    if (avatar !== null) await this.#file(avatar, this.#against.limits.avatarBytes, 'AVATAR_MAX_MB');
  }

  #takeServer(server: LineOf<'server'>['data']): void {
    if (this.#server !== null) throw this.#wrong('there is a server already');
    this.#requireUser(server.ownerId);
    const owner = this.#users.get(server.ownerId);
    if (owner?.bot || owner?.deleted) throw this.#wrong('the owner must be a person whose account is there');
    this.#requirePast(server.createdAt);
    this.#server = server;
  }

  async #takeEmoji({ id, name, createdBy, createdAt, image }: LineOf<'emoji'>['data']): Promise<void> {
    this.#requireFew('emoji', this.#emoji.size, QUOTAS.emojiPerServer.most);
    this.#requireNew(this.#emoji, id);
    this.#requireOwnName('emoji', name);
    this.#requireUser(createdBy);
    this.#requirePast(createdAt);
    this.#emoji.set(id, name);
    await this.#file(image, this.#against.limits.avatarBytes, 'AVATAR_MAX_MB');
  }

  #userGroup({ id, handle, createdBy, createdAt }: LineOf<'userGroup'>['data']): void {
    this.#requireFew('user groups', this.#userGroups.size, QUOTAS.userGroupsPerServer.most);
    this.#requireNew(this.#userGroups, id);
    this.#requireOwnName('handle', handle.toLowerCase());
    this.#requireUser(createdBy);
    this.#requirePast(createdAt);
    this.#userGroups.set(id, 0);
  }

  #channelGroup({ id, createdBy, createdAt }: LineOf<'channelGroup'>['data']): void {
    this.#requireFew('channel groups', this.#channelGroups.size, this.#against.quotas.groupsPerServer);
    this.#requireNew(this.#channelGroups, id);
    this.#requireUser(createdBy);
    this.#requirePast(createdAt);
    this.#channelGroups.add(id);
  }

  #channel(channel: LineOf<'channel'>['data']): void {
    this.#requireFew('channels', this.#serverChannels++, this.#against.quotas.channelsPerServer);
    this.#requireNew(this.#channels, channel.id);
    if (!isClosed(channel)) this.#requireOwnName('channel', channel.name);
    this.#requireUser(channel.createdBy);
    this.#requirePast(channel.createdAt);
    if (channel.groupId !== null && !this.#channelGroups.has(channel.groupId))
      throw this.#wrong(`groupId "${channel.groupId}" is no channel group of an earlier line`);
    if (channel.joinedByDefault && isClosed(channel))
      throw this.#wrong('a channel that is not open to all cannot be joined by default');
    if (channel.joinedByDefault)
      this.#requireFew('default channels', this.#defaultChannels++, DEFAULT_CHANNELS_MAX);
    this.#channels.set(channel.id, { isDm: false, lastAt: '' });
  }

  #directMessage({ id, userIds, createdBy, createdAt }: LineOf<'directMessage'>['data']): void {
    this.#requireFew('direct messages', this.#channels.size, ARCHIVE_LIMITS.directMessages);
    this.#requireNew(this.#channels, id);
    this.#requirePast(createdAt);
    for (const userId of userIds) this.#requireUser(userId);
    if (new Set(userIds).size !== userIds.length) throw this.#wrong('userIds names a user twice');
    if (!userIds.includes(createdBy)) throw this.#wrong('createdBy is not among userIds');
    const key = [...userIds].sort().join(' ');
    this.#requireOwnName('direct message', key);
    this.#channels.set(id, { isDm: true, lastAt: '' });
  }

  async #takeMessage(message: LineOf<'message'>['data']): Promise<void> {
    const channel = this.#channels.get(message.channelId);
    if (channel === undefined)
      throw this.#wrong(`channelId "${message.channelId}" is no channel of an earlier line`);
    this.#requireUser(message.userId);
    if (message.interaction !== null) this.#requireUser(message.interaction.userId);
    this.#requirePast(message.createdAt);
    this.#requirePast(message.updatedAt);
    if (message.createdAt < channel.lastAt)
      throw this.#wrong('createdAt is before that of an earlier message of its channel');
    if (message.updatedAt < message.createdAt) throw this.#wrong('updatedAt is before createdAt');
    const { userIds, groupIds } = message.mentions;
    for (const userId of userIds) this.#requireUser(userId);
    for (const groupId of groupIds)
      if (!this.#userGroups.has(groupId))
        throw this.#wrong(`groupIds names "${groupId}", which is no user group of an earlier line`);
    for (const { createdAt, file } of message.attachments) {
      this.#requirePast(createdAt);
      await this.#file(file, this.#against.limits.fileBytes, 'FILE_MAX_MB');
    }
    channel.lastAt = message.createdAt;
    this.#message = { id: message.id, edits: 0, kinds: new Set() };
    this.#messages++;
  }

  #ofMessage({ type, data }: LineOf<'edit'> | LineOf<'reaction'>): void {
    const message = this.#message;
    if (message?.id !== data.messageId) throw this.#wrong('follows another message than its own');
    this.#requireUser(data.userId);
    if (type === 'edit') {
      this.#requirePast(data.editedAt);
      if (message.kinds.size > 0)
        throw this.#wrong('an earlier text comes before the reactions of its message');
      this.#requireFew('earlier texts of the message', message.edits++, ARCHIVE_LIMITS.editsOfMessage);
      return;
    }
    this.#requirePast(data.createdAt);
    if (emojiIdIn(data.emoji) !== null) throw this.#wrong('emoji is the name alone, and emojiId the id');
    if (data.emojiId !== null && this.#emoji.get(data.emojiId) === undefined)
      throw this.#wrong(`emojiId "${data.emojiId}" is no emoji of an earlier line`);
    const kind = data.emojiId ?? data.emoji;
    if (message.kinds.has(kind)) return;
    this.#requireFew(
      'kinds of reactions of the message',
      message.kinds.size,
      ARCHIVE_LIMITS.reactionsOfMessage,
    );
    message.kinds.add(kind);
  }

  #people(line: LineOf<'member' | 'ban' | 'timeout' | 'userGroupMember' | 'channelMember'>): void {
    this.#requireUser(line.data.userId);
    switch (line.type) {
      case 'member': {
        const { userId, role, joinedAt } = line.data;
        this.#requireNew(this.#members, userId);
        this.#requirePast(joinedAt);
        const user = this.#users.get(userId);
        if (user?.deleted) throw this.#wrong('a deleted user is no member');
        if (user?.bot && role !== 'member') throw this.#wrong('a bot is always a member');
        if ((role === 'owner') !== (userId === this.#server?.ownerId))
          throw this.#wrong('the owner is the one whom the server names');
        this.#members.set(userId, role);
        return;
      }
      case 'ban':
        this.#requireUser(line.data.bannedBy);
        if (this.#members.has(line.data.userId)) throw this.#wrong('a member is not banned');
        this.#requirePast(line.data.createdAt);
        return;
      case 'timeout':
        this.#requireUser(line.data.timedOutBy);
        this.#requirePast(line.data.createdAt);
        return;
      case 'userGroupMember': {
        const { groupId, userId } = line.data;
        const count = this.#userGroups.get(groupId);
        if (count === undefined)
          throw this.#wrong(`groupId "${groupId}" is no user group of an earlier line`);
        this.#requireMember(userId);
        this.#requireFew('members of the user group', count, QUOTAS.membersPerUserGroup.most);
        this.#userGroups.set(groupId, count + 1);
        return;
      }
      case 'channelMember': {
        const channel = this.#channels.get(line.data.channelId);
        if (channel === undefined || channel.isDm)
          throw this.#wrong(`channelId "${line.data.channelId}" is no channel of the server`);
        this.#requireMember(line.data.userId);
        this.#requirePast(line.data.joinedAt);
        return;
      }
    }
  }

  #end({ lines }: LineOf<'end'>['data']): void {
    if (lines !== this.#line - 1)
      throw this.#wrong(`lines is ${lines}, and there are ${this.#line - 1} before it`);
    if (this.#server !== null && !this.#members.has(this.#server.ownerId))
      throw this.#wrong('the owner of the server is no member of it');
    this.#hasEnded = true;
  }

  async #file({ name, sizeBytes }: ArchiveFile, max: number, setting: string): Promise<void> {
    if (sizeBytes > max)
      throw this.#wrong(
        `the file "${name}" is larger than ${max} bytes, which is the limit here (${setting})`,
      );
    const size = await this.#against.archive.fileSize(name);
    if (size === null) throw this.#wrong(`the file "${name}" is not in the archive`);
    if (size !== sizeBytes) throw this.#wrong(`the file "${name}" has ${size} bytes instead of ${sizeBytes}`);
    this.#fileBytes += sizeBytes;
  }

  #requireNew(known: { has(id: string): boolean }, id: string): void {
    if (known.has(id)) throw this.#wrong(`the id "${id}" is given twice`);
  }

  #requireOwnName(kind: string, name: string): void {
    const key = `${kind} ${name}`;
    if (this.#names.has(key)) throw this.#wrong(`there is a ${kind} "${name}" already`);
    this.#names.add(key);
  }

  #requireUser(id: string): void {
    if (!this.#users.has(id)) throw this.#wrong(`"${id}" is no user of an earlier line`);
  }

  #requireMember(id: string): void {
    if (!this.#members.has(id)) throw this.#wrong(`"${id}" is no member of the server`);
  }

  #requirePast(instant: string): void {
    if (instant > this.#latest) throw this.#wrong(`${instant} is after the archive was made`);
  }

  #requireFew(things: string, before: number, max: number): void {
    if (before >= max) throw this.#wrong(`there can be at most ${max} ${things} here`);
  }

  #wrong(sentence: string): ArchiveError {
    return new ArchiveError(sentence, this.#line);
  }
}
