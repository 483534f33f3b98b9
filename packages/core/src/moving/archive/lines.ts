import { z } from 'zod';
import { SLOW_MODE_MAX_SECONDS, Topic } from '../../channels/schemas.js';
import { EmojiName } from '../../emoji/schemas.js';
import { ChannelName } from '../../kernel/schema/channel-name.js';
import { Position } from '../../kernel/schema/position.js';
import { nameText, text } from '../../kernel/schema/text.js';
import { wholeNumber } from '../../kernel/schema/whole-number.js';
import { PermissionOverride } from '../../protocol/records/channel.js';
import { ConversionSummary } from '../../protocol/records/conversion-summary.js';
import { NotificationLevel } from '../../protocol/records/notification-preference.js';
import { EditHistory, Role } from '../../protocol/records/server.js';
import { RETENTION_MAX_DAYS, ServerName } from '../../servers/schemas.js';
import { DisplayName, Email, Username } from '../../users/schemas.js';
import { externalId, line, metadata } from './line.js';
import { ArchiveEdit, ArchiveMessage, ArchivePin, ArchiveReaction } from './message-lines.js';
import { ArchiveFile, ArchiveInstant, SourceId } from './names.js';

/** The version of the format. A reader refuses every other one. */
export const ARCHIVE_VERSION = 1;

/** The first line. */
const Header = line('header', {
  version: z.literal(ARCHIVE_VERSION),
  /** Names the system that the ids are from, such as `slack:T024BE7LD`. What has been imported from it is not imported again. */
  source: SourceId,
  /** Such as `palaver 0.1.0`. */
  writtenBy: text(1, 64),
  exportedAt: ArchiveInstant,
});

/**
 * An author, a member, or whoever else a later line names. Only the name is needed: an importer makes a username of it that is free.
 */
const ArchiveUser = line('user', {
  id: SourceId,
  /** An importer takes the nearest username that nobody has. */
  username: text(1, 128),
  displayName: DisplayName,
  /** For finding the account of the same person. An export of Palaver never has it. */
  email: Email.nullable().default(null),
  bot: z.boolean().default(false),
  /** An earlier user. A bot has one, a person none; the account of an incoming webhook owns itself. */
  botOwnerId: SourceId.nullable().default(null),
  /** The account is gone, and what it wrote has stayed: of such a user nothing else is kept. */
  deleted: z.boolean().default(false),
  createdAt: ArchiveInstant,
  avatar: ArchiveFile.nullable().default(null),
  externalId,
  metadata,
});

const ArchiveServer = line('server', {
  id: SourceId,
  name: ServerName,
  icon: ArchiveFile.nullable().default(null),
  ownerId: SourceId,
  /** Whether the system does not say who owns it: an admin of the service who imports it then does. */
  ownerIsGuessed: z.boolean().default(false),
  createdAt: ArchiveInstant,
  retentionDays: wholeNumber(1, RETENTION_MAX_DAYS).nullable().default(null),
  editHistory: EditHistory.default('moderators'),
  externalId,
  metadata,
});

const ArchiveEmoji = line('emoji', {
  id: SourceId,
  name: EmojiName,
  createdBy: SourceId,
  createdAt: ArchiveInstant,
  image: ArchiveFile,
});

const ArchiveUserGroup = line('userGroup', {
  id: SourceId,
  handle: Username,
  name: nameText(1, 64),
  createdBy: SourceId,
  createdAt: ArchiveInstant,
});

const ArchiveChannelGroup = line('channelGroup', {
  id: SourceId,
  name: nameText(1, 64),
  position: Position,
  createdBy: SourceId,
  createdAt: ArchiveInstant,
});

const ArchiveChannel = line('channel', {
  id: SourceId,
  name: ChannelName,
  displayName: nameText(1, 100),
  topic: Topic.nullable().default(null),
  isPrivate: z.boolean().default(false),
  archived: z.boolean().default(false),
  createdBy: SourceId,
  createdAt: ArchiveInstant,
  position: Position.default(0),
  /** A channel group. */
  groupId: SourceId.nullable().default(null),
  joinedByDefault: z.boolean().default(false),
  readReceipts: z.boolean().default(false),
  postingRole: Role.default('member'),
  slowModeSeconds: wholeNumber(0, SLOW_MODE_MAX_SECONDS).default(0),
  defaultNotificationLevel: NotificationLevel.nullable().default(null),
  permissionOverrides: z.array(PermissionOverride).max(18).default([]),
  retentionDays: wholeNumber(0, RETENTION_MAX_DAYS).nullable().default(null),
  externalId,
  metadata,
});

/** Of no server, so an export of a server has none; other systems' archives do. */
const ArchiveDirectMessage = line('directMessage', {
  id: SourceId,
  userIds: z.array(SourceId).min(2).max(10),
  createdBy: SourceId,
  createdAt: ArchiveInstant,
});

const reason = text(1, 512).nullable().default(null);

const ArchiveMember = line('member', { userId: SourceId, role: Role, joinedAt: ArchiveInstant });

const ArchiveBan = line('ban', {
  userId: SourceId,
  reason,
  bannedBy: SourceId,
  createdAt: ArchiveInstant,
  expiresAt: ArchiveInstant.nullable().default(null),
});

const ArchiveTimeout = line('timeout', {
  userId: SourceId,
  until: ArchiveInstant,
  reason,
  timedOutBy: SourceId,
  createdAt: ArchiveInstant,
});

const ArchiveUserGroupMember = line('userGroupMember', { groupId: SourceId, userId: SourceId });

/** Of a channel of the server; a direct message names its people itself. */
const ArchiveChannelMember = line('channelMember', {
  channelId: SourceId,
  userId: SourceId,
  joinedAt: ArchiveInstant,
});

/** The last line, without which the archive was cut off. */
const End = line('end', {
  lines: z.number().int().min(0),
  /** What became of each line of the export that the archive was made of. */
  conversion: ConversionSummary.nullable().default(null),
});

/** A line of an archive (docs/moving.md). */
export const ArchiveLine = z.discriminatedUnion('type', [
  Header,
  ArchiveUser,
  ArchiveServer,
  ArchiveEmoji,
  ArchiveUserGroup,
  ArchiveChannelGroup,
  ArchiveChannel,
  ArchiveDirectMessage,
  ArchiveMessage,
  ArchiveEdit,
  ArchiveReaction,
  ArchivePin,
  ArchiveMember,
  ArchiveBan,
  ArchiveTimeout,
  ArchiveUserGroupMember,
  ArchiveChannelMember,
  End,
]);
export type ArchiveLine = z.output<typeof ArchiveLine>;
export type ArchiveLineType = ArchiveLine['type'];
/** A line as who writes an archive gives it: fields with a default may be left out. The writer adds `end`. */
export type GivenArchiveLine = Exclude<z.input<typeof ArchiveLine>, { type: 'end' }>;
export type LineOf<Type extends ArchiveLineType> = Extract<ArchiveLine, { type: Type }>;

/**
 * The order of the lines: a type never comes before one of a lower number. A user alone may come as late as the members, before
 * what names them.
 */
export const LINE_ORDER: Readonly<Record<ArchiveLineType, number>> = {
  header: 0,
  user: 1,
  server: 2,
  emoji: 3,
  userGroup: 4,
  channelGroup: 5,
  channel: 6,
  directMessage: 6,
  message: 7,
  edit: 7,
  reaction: 7,
  pin: 7,
  member: 8,
  ban: 9,
  timeout: 9,
  userGroupMember: 10,
  channelMember: 11,
  end: 12,
};
