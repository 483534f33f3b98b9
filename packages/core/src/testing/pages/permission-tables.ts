import type { ChannelAction } from '../../channels/permissions.js';
import * as channels from '../../channels/permissions.js';
import type { MessageAction } from '../../messages/permissions.js';
import * as messages from '../../messages/permissions.js';
import type { ErrorCode } from '../../protocol/error-codes.js';
import type { PermissionOverride } from '../../protocol/records/channel.js';
import { EditHistory, type Role } from '../../protocol/records/server.js';
import { may, ROLES, type ServerAction } from '../../servers/permissions.js';

const IN_SERVER: Record<ServerAction, string> = {
  read: 'see the server, its members, groups and public channels',
  invite: 'create invites; list and delete their own; add their own bots',
  createChannel: 'create channels',
  setPreference: 'set their own notification preferences',
  leave: 'leave (the owner hands over or deletes the server instead)',
  deleteMessages: 'delete messages of others in channels that they see',
  handleReports: 'list reports; settle and dismiss those about members below their own role',
  manageEmoji: 'upload, rename and delete emoji of the server',
  skipSlowMode: 'post in channels with slow mode without waiting',
  timeOut: 'time out members below their own role, list and end time-outs',
  update: 'change the server; upload and remove its icon',
  manageChannels: 'change, archive and delete channels that they see, and remove others from them',
  manageGroups: 'create, change and delete channel groups',
  manageUserGroups: 'create, change and delete user groups; add and remove their members',
  manageOutgoingWebhooks: 'manage outgoing webhooks, for channels that they see',
  manageInvites: 'list and delete all invites',
  removeMembers: 'remove members below their own role',
  readAuditLog: 'read the audit log',
  ban: 'ban those and users who are not in the server; list and end bans',
  changeRoles: 'change roles, hand over the ownership',
  setRetention: 'set after how many days messages are deleted, in the server and in channels that they see',
  erase: 'erase the messages of a channel, or of somebody in the server',
  delete: 'delete the server',
  export: 'export the server, without the channels that they do not see',
};

const IN_CHANNEL: Record<ChannelAction, string> = {
  read: 'read messages, list members',
  post: 'post, reply, pin, unpin, upload',
  react: 'react',
  report: 'report a message to the moderators',
  join: 'join',
  leave: 'leave',
  manage: 'change, archive, delete',
  addMember: 'add a member of the server',
  removeMember: 'remove a member',
  setPreference: 'set their own notification preferences',
  markRead: 'have a read position',
};

const ON_MESSAGE: Record<MessageAction, string> = {
  read: 'read',
  reply: 'reply',
  edit: 'edit',
  react: 'react',
  pin: 'pin, unpin',
  useComponent: 'use a component',
  delete: 'delete',
  report: 'report to the moderators',
};

const MEMBER = {
  isDm: false,
  isPrivate: false,
  archived: false,
  isMember: true,
  timedOutUntil: null,
  postingRole: 'member',
  slowModeSeconds: 0,
  isBlocked: false,
  isBot: false,
  permissionOverrides: [],
} as const;

const OVERRIDDEN: PermissionOverride[] = [
  { role: 'member', allow: false, permission: 'post' },
  { role: 'member', allow: false, permission: 'react' },
  { role: 'moderator', allow: true, permission: 'manageChannel' },
];

const DENIED: PermissionOverride[] = [{ role: 'member', allow: false, permission: 'read' }];

const MANAGING: PermissionOverride[] = [{ role: 'member', allow: true, permission: 'manageMessages' }];

/** The places that the table of channels has a column for. */
const PLACES: Record<string, Omit<channels.Standing, 'role'>> = {
  'public, not joined': { ...MEMBER, isMember: false },
  'public, joined': MEMBER,
  'private, member': { ...MEMBER, isPrivate: true },
  'private, not a member': { ...MEMBER, isPrivate: true, isMember: false },
  archived: { ...MEMBER, archived: true },
  'posting role "admin"': { ...MEMBER, postingRole: 'admin' },
  'members may not post and react, moderators may manage it': { ...MEMBER, permissionOverrides: OVERRIDDEN },
  'members may not read it, whether they have joined or not': { ...MEMBER, permissionOverrides: DENIED },
  'during a time-out': { ...MEMBER, timedOutUntil: '2026-03-01T12:00:00.000Z' },
  'direct message': { ...MEMBER, isDm: true, isPrivate: true },
  'direct message of two, one of whom has blocked the other': {
    ...MEMBER,
    isDm: true,
    isPrivate: true,
    isBlocked: true,
  },
};

/** The messages that the tables of messages have a column for. */
const MESSAGES: Record<string, (role: Role) => messages.Standing> = {
  'one’s own': (role) => ({ ...MEMBER, isAuthor: true, role }),
  'of another': (role) => ({ ...MEMBER, isAuthor: false, role }),
  'of another, members may manage messages': (role) => ({
    permissionOverrides: MANAGING,
    isBot: false,
    isAuthor: false,
    role,
  }),
  'of another, in a direct message': () => ({ ...MEMBER, isAuthor: false, role: null }),
};

function forEachMessage(refusal: (standing: messages.Standing) => ErrorCode | null): string[] {
  return Object.values(MESSAGES).map((standingOf) => lowest((role) => refusal(standingOf(role))));
}

function whyNotEarlier(standing: messages.Standing, setting: EditHistory | null): ErrorCode | null {
  return messages.mayReadEarlierTexts(standing, setting) ? null : 'EARLIER_TEXTS_HIDDEN';
}

/** The tables of docs/permissions.md, written from the files that decide. */
export function permissionsTables(): string {
  return [
    '### In a server',
    table(
      ['', ...ROLES],
      entries(IN_SERVER).map(([action, text]) => [
        text,
        ...ROLES.map((role) => (may(role, action) ? 'yes' : '')),
      ]),
    ),
    '### In a channel',
    table(
      ['', ...Object.keys(PLACES)],
      entries(IN_CHANNEL).map(([action, text]) => [
        text,
        ...Object.values(PLACES).map((place) =>
          lowest((role) => channels.refusal(inPlace(place, role), action)),
        ),
      ]),
    ),
    '### On a message, for who may do it in its channel',
    table(
      ['', ...Object.keys(MESSAGES)],
      entries(ON_MESSAGE).map(([action, text]) => [
        text,
        ...forEachMessage((standing) => messages.refusal(standing, action)),
      ]),
    ),
    '### The earlier texts of a message, for who may read it',
    table(
      ['`editHistory`', ...Object.keys(MESSAGES)],
      EditHistory.options.map((setting) => [
        `\`${setting}\``,
        ...forEachMessage((standing) => whyNotEarlier(standing, standing.role === null ? null : setting)),
      ]),
    ),
  ].join('\n\n');
}

function inPlace(place: Omit<channels.Standing, 'role'>, role: Role): channels.Standing {
  return { ...place, role: place.isDm ? null : role };
}

/** The lowest role that is not refused, or why the highest one is. */
function lowest(refusal: (role: Role) => ErrorCode | null): string {
  const role = ROLES.find((candidate) => refusal(candidate) === null);
  if (role === ROLES[0]) return 'yes';
  return role ?? `\`${refusal('owner')}\``;
}

function entries<Key extends string>(record: Record<Key, string>): Array<[Key, string]> {
  // The keys of a record are those of its type.
  return Object.entries(record) as Array<[Key, string]>;
}

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
