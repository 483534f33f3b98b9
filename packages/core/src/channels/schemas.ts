import { z } from 'zod';
import { ChannelName } from '../kernel/schema/channel-name.js';
import { idInput, isUuid } from '../kernel/schema/ids.js';
import { ExternalIdInput, MetadataInput } from '../kernel/schema/metadata.js';
import { clearable, optional, optionalOr } from '../kernel/schema/optional.js';
import { PAGE_MAX } from '../kernel/schema/pagination.js';
import { Position } from '../kernel/schema/position.js';
import { nameText, readableText } from '../kernel/schema/text.js';
import { wholeNumber } from '../kernel/schema/whole-number.js';
import { writing } from '../kernel/schema/writing.js';
import { Channel, DirectMessage, PermissionOverride } from '../protocol/records/channel.js';
import { NotificationLevel } from '../protocol/records/notification-preference.js';
import { Role } from '../protocol/records/server.js';
import { User } from '../protocol/records/user.js';
import { RETENTION_MAX_DAYS } from '../servers/schemas.js';

export const DISPLAY_NAME_MAX = 100;
const ChannelDisplayName = nameText(1, DISPLAY_NAME_MAX).meta({
  description: `The name that is shown to people: up to ${DISPLAY_NAME_MAX} characters.`,
});
export const Topic = readableText(0, 1024).meta({ description: 'What the channel is about.' });

const ofServer = { serverId: idInput('the server') };
const ofChannel = { ...ofServer, channelId: idInput('the channel') };

export const ListChannelsInput = z.object({
  ...ofServer,
  externalId: optional(ExternalIdInput).meta({
    description: 'Return only the channel with this external id.',
  }),
});
export type ListChannelsInput = z.output<typeof ListChannelsInput>;
export const ChannelInput = z.object(ofChannel);
export type ChannelInput = z.output<typeof ChannelInput>;
/** A channel by its own id alone: one of any server, or a direct message. */
export const ChannelIdInput = z.object({ channelId: ofChannel.channelId });

/** Which of the members a list has; all without it. */
const whichMembers = {
  limit: optional(wholeNumber(1).transform((limit) => Math.min(limit, PAGE_MAX))).meta({
    description: `How many of the newest accounts to return at most; above ${PAGE_MAX} is served as ${PAGE_MAX}. Without it all.`,
  }),
  userIds: optional(
    z
      .string()
      .transform((ids) => ids.toLowerCase().split(','))
      .refine((ids) => ids.every(isUuid), 'must be ids of users, separated by commas')
      .refine(({ length }) => length <= PAGE_MAX, `must have at most ${PAGE_MAX} items`),
  ).meta({
    description: `The ids of at most ${PAGE_MAX} users, separated by commas: those of them who are members.`,
  }),
};
export const ListMembersInput = z.object({ ...ofChannel, ...whichMembers });
export type ListMembersInput = z.output<typeof ListMembersInput>;
export const ListMembersByIdInput = ChannelIdInput.extend(whichMembers);
export type ListMembersByIdInput = z.output<typeof ListMembersByIdInput>;

/** Six permissions of three roles. */
const OVERRIDES_MAX = 18;

function namesEachOnce(overrides: readonly PermissionOverride[]): boolean {
  return new Set(overrides.map(({ role, permission }) => `${role} ${permission}`)).size === overrides.length;
}

export const SLOW_MODE_MAX_SECONDS = 6 * 3600;

const SHOWS_RECEIPTS =
  'Whether members see how far the others have read; for channels of at most 50 members.';

export const CreateChannelInput = writing(Channel, {
  ...ofServer,
  name: ChannelName,
  displayName: optional(ChannelDisplayName).meta({ description: 'Defaults to the name.' }),
  topic: optional(Topic),
  isPrivate: optionalOr(z.boolean(), false).meta({ description: 'True makes the channel invite-only.' }),
  readReceipts: optionalOr(z.boolean(), false).meta({ description: SHOWS_RECEIPTS }),
  externalId: optional(ExternalIdInput),
  metadata: optional(MetadataInput),
});
export type CreateChannelInput = z.output<typeof CreateChannelInput>;

export const UpdateChannelInput = writing(Channel, {
  ...ofChannel,
  name: optional(ChannelName),
  displayName: optional(ChannelDisplayName),
  topic: clearable(Topic),
  isPrivate: optional(z.boolean()).meta({
    description: 'True makes the channel invite-only: its members stay, nobody else reads it any more.',
  }),
  archived: optional(z.boolean()).meta({ description: 'An archived channel takes no new messages.' }),
  joinedByDefault: optional(z.boolean()).meta({
    description: 'Whether who joins the server joins the channel as well; for public channels.',
  }),
  readReceipts: optional(z.boolean()).meta({ description: SHOWS_RECEIPTS }),
  postingRole: optional(Role).meta({
    description:
      'The lowest role that posts and replies; "moderator", "admin" or "owner" make an announcement channel.',
  }),
  slowModeSeconds: optional(wholeNumber(0, SLOW_MODE_MAX_SECONDS)).meta({
    description:
      'How long a plain member or a bot waits between two posts: up to 6 hours; 0 for no slow mode.',
  }),
  defaultNotificationLevel: clearable(NotificationLevel).meta({
    description: 'The level of those who have set none for the channel or its server; null for "mentions".',
  }),
  permissionOverrides: optional(
    z
      .array(PermissionOverride)
      .max(OVERRIDES_MAX)
      .refine(namesEachOnce, { message: 'must name each permission of a role once' }),
  ).meta({ description: 'They take the place of those before. Only admins and the owner change them.' }),
  retentionDays: clearable(wholeNumber(0, RETENTION_MAX_DAYS)).meta({
    description:
      'Messages that are older are deleted, from a day after the change on; 0 for none, null for what the server says. ' +
      'Only the owner changes it.',
  }),
  position: optional(Position).meta({ description: 'For sorting, lowest first.' }),
  groupId: clearable(idInput('the group')).meta({
    description: 'A group of the same server; null removes the channel from its group.',
  }),
  externalId: clearable(ExternalIdInput),
  metadata: clearable(MetadataInput),
});
export type UpdateChannelInput = z.output<typeof UpdateChannelInput>;

export const AddChannelMemberInput = writing(User, {
  ...ofChannel,
  userId: idInput('the member of the server'),
});
export type AddChannelMemberInput = z.output<typeof AddChannelMemberInput>;

const DM_PEOPLE_MAX = 9;
export const CreateDmInput = writing(DirectMessage, {
  userIds: z
    .array(idInput('another person'))
    .min(1)
    .max(DM_PEOPLE_MAX)
    .meta({ description: 'The ids of the other people.' }),
});
export type CreateDmInput = z.output<typeof CreateDmInput>;
