import type { ChannelAction } from '../channels/permissions.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import type { Role } from '../protocol/records/server.js';
import { may } from '../servers/permissions.js';

/**
 * What the actor must be allowed in the channel for each action on a message. An archived channel is read-only, but its
 * messages can still be deleted (docs/permissions.md).
 */
export const CHANNEL_ACTION = {
  read: 'read',
  reply: 'post',
  edit: 'post',
  react: 'react',
  pin: 'post',
  delete: 'read',
  report: 'report',
} as const satisfies Record<string, ChannelAction>;

export type MessageAction = keyof typeof CHANNEL_ACTION;

/** A user's standing towards a message: whether they wrote it, and their role in its server (null in a DM). */
export interface Standing {
  readonly isAuthor: boolean;
  readonly role: Role | null;
}

/**
 * Why a user who may use the channel may not do this to a message in it, or null when allowed (docs/reference.md, Who
 * may do what): only the author edits, only the author or a moderator of the server deletes.
 */
export function refusal({ isAuthor, role }: Standing, action: MessageAction): ErrorCode | null {
  switch (action) {
    case 'edit':
      return isAuthor ? null : 'NOT_YOUR_MESSAGE';
    case 'delete':
      return isAuthor || (role !== null && may(role, 'deleteMessages')) ? null : 'NOT_YOUR_MESSAGE';
    default:
      return null;
  }
}
