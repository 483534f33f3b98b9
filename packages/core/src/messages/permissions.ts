import { type ChannelAction, mayInChannel, type Overridden } from '../channels/permissions.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import type { EditHistory } from '../protocol/records/server.js';

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
  useComponent: 'react',
  delete: 'read',
  report: 'report',
} as const satisfies Record<string, ChannelAction>;

export type MessageAction = keyof typeof CHANNEL_ACTION;

/** A user's standing towards a message: whether they wrote it, and what decides about the messages of others. */
export interface Standing extends Overridden {
  readonly isAuthor: boolean;
}

/**
 * Why a user who may use the channel may not do this to a message in it, or null when allowed (docs/permissions.md): only
 * the author edits, only the author or a moderator of the server deletes.
 */
export function refusal(standing: Standing, action: MessageAction): ErrorCode | null {
  const { isAuthor } = standing;
  switch (action) {
    case 'edit':
      return isAuthor ? null : 'NOT_YOUR_MESSAGE';
    case 'delete':
      return isAuthor || mayInChannel(standing, 'manageMessages') ? null : 'NOT_YOUR_MESSAGE';
    default:
      return null;
  }
}

/**
 * Whether a user who may read a message reads its earlier texts, as the server has set it. In a direct message
 * (`setting` null) the author alone does.
 */
export function mayReadEarlierTexts(standing: Standing, setting: EditHistory | null): boolean {
  switch (setting) {
    case 'everyone':
      return true;
    case 'nobody':
      return false;
    case 'moderators':
    case null:
      return standing.isAuthor || mayInChannel(standing, 'manageMessages');
  }
}
