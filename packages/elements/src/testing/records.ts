import type { AnyChannel, Channel, ChannelGroup, Message, ServerMember, User } from '@palaver/client';
import type { OutgoingMessage } from '@palaver/client/store';

const AT = '2026-03-10T12:00:00.000Z';

/** Records of the service, with what a test is about. */
export function userWith(fields: Partial<User> = {}): User {
  const { id = 'ada', username = id, displayName = username } = fields;
  return {
    status: '',
    statusEmoji: null,
    statusExpiresAt: null,
    dndUntil: null,
    bot: false,
    createdAt: AT,
    avatarPath: null,
    metadata: {},
    deleted: false,
    ...fields,
    id,
    username,
    displayName,
  };
}

export function messageWith(fields: Partial<Message> = {}): Message {
  const { id = 'm1', userId = 'ada', createdAt = AT } = fields;
  return {
    channelId: 'c1',
    content: 'hello',
    edited: false,
    updatedAt: createdAt,
    threadId: null,
    alsoInChannel: false,
    user: userWith({ id: userId }),
    replyCount: 0,
    lastReplies: [],
    reactions: [],
    attachments: [],
    mentions: { userIds: [], groupIds: [], channel: false, here: false },
    externalId: null,
    forwardedFrom: null,
    metadata: {},
    webhook: null,
    pinnedAt: null,
    pinnedBy: null,
    interaction: null,
    components: [],
    ...fields,
    id,
    userId,
    createdAt,
  };
}

export function outgoingWith(fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    channelId: 'c1',
    threadId: null,
    alsoInChannel: false,
    content: 'hello',
    attachmentIds: [],
    files: [],
    progress: 0,
    uploadKey: 'n1',
    nonce: 'n1',
    createdAt: AT,
    state: 'waiting',
    error: null,
    stored: true,
    message: null,
    tab: 't1',
    ...fields,
  };
}

export function channelWith(fields: Partial<AnyChannel> = {}): AnyChannel & Channel {
  const { id = 'c1', name = id, displayName = name } = fields;
  return {
    topic: null,
    isDm: false,
    isPrivate: false,
    archived: false,
    createdBy: 'ada',
    createdAt: AT,
    position: 0,
    serverId: 's1',
    memberCount: 1,
    groupId: null,
    joinedByDefault: false,
    readReceipts: false,
    postingRole: 'member',
    slowModeSeconds: 0,
    defaultNotificationLevel: null,
    permissionOverrides: [],
    retentionDays: null,
    externalId: null,
    metadata: {},
    members: null,
    ...fields,
    id,
    name,
    displayName,
  };
}

export function groupWith(id: string, position = 0): ChannelGroup {
  return { id, name: `Group ${id}`, position, serverId: 's1', userId: 'ada', createdAt: AT };
}

export function memberWith(id: string, role: ServerMember['role'], user: Partial<User> = {}): ServerMember {
  return {
    serverId: 's1',
    role,
    joinedAt: AT,
    timedOutUntil: null,
    user: userWith({ id, ...user }),
  };
}

export function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
