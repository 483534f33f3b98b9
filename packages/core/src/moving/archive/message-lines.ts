import { z } from 'zod';
import { text } from '../../kernel/schema/text.js';
import { HIGHEST_LIMITS } from '../../kernel/services/limits.js';
import { Content, Emoji } from '../../messages/schemas.js';
import { ComponentRow } from '../../protocol/records/component.js';
import { Extra } from '../../protocol/records/message.js';
import { externalId, line, metadata } from './line.js';
import { ArchiveFile, ArchiveInstant, SourceId } from './names.js';

const COMPONENTS_CHARACTERS_MAX = 16_384;
/** Each of them is mentioned once. */
const MENTIONS_MAX = 200;

const Mentions = z.strictObject({
  userIds: z.array(SourceId).max(MENTIONS_MAX).default([]),
  /** User groups. */
  groupIds: z.array(SourceId).max(MENTIONS_MAX).default([]),
  channel: z.boolean().default(false),
  here: z.boolean().default(false),
});

const ArchiveAttachment = z.strictObject({
  id: SourceId,
  /** An importer makes it safe to keep and to show. */
  filename: text(1, 1024),
  /** What the content shows counts more. */
  mimeType: text(1, 255).default('application/octet-stream'),
  createdAt: ArchiveInstant,
  file: ArchiveFile,
});

/** What posted it, and under which name. The webhook itself is in no archive: its URL is a secret. */
const ArchiveWebhook = z.strictObject({
  id: z.uuid(),
  username: text(1, 128),
  avatarUrl: z
    .url({ protocol: /^https$/ })
    .max(2048)
    .nullable()
    .default(null),
  emoji: text(1, 128).nullable().default(null),
});

const ArchiveInteraction = z.strictObject({
  id: z.uuid(),
  userId: SourceId,
  name: text(1, 32).nullable(),
});

const ArchiveComponents = z
  .array(ComponentRow)
  .max(5)
  .refine(
    (rows) =>
      rows.every(({ components }) => components.every(({ url }) => url === null || /^https?:/.test(url))),
    'has a link that is not of http or https',
  )
  .refine((rows) => JSON.stringify(rows).length <= COMPONENTS_CHARACTERS_MAX, 'are too large');

/** The messages of a channel are in their order, and a reply comes after the message that begins its thread. */
export const ArchiveMessage = line('message', {
  id: SourceId,
  channelId: SourceId,
  userId: SourceId,
  /** The message that begins the thread, of the same channel and no reply itself. */
  threadId: SourceId.nullable().default(null),
  /** Of a reply: whether the list of the channel has it as well. */
  alsoInChannel: z.boolean().default(false),
  /** Users are mentioned by `@username` in it. */
  content: Content,
  /** Mostly not earlier than that of the message before: a reply may be older than what begins its thread. */
  createdAt: ArchiveInstant,
  /** When the text was changed last; as `createdAt` where it never was. */
  updatedAt: ArchiveInstant,
  edited: z.boolean().default(false),
  /** Of a deleted message that has replies: nothing else is kept of it but its author. */
  deletedAt: ArchiveInstant.nullable().default(null),
  mentions: Mentions.prefault({}),
  attachments: z.array(ArchiveAttachment).max(HIGHEST_LIMITS.messageFiles).default([]),
  ...Extra.shape,
  webhook: ArchiveWebhook.nullable().default(null),
  interaction: ArchiveInteraction.nullable().default(null),
  components: ArchiveComponents.default([]),
  externalId,
  metadata,
});

/** An earlier text of a message; the oldest comes first. It follows its message, before the next one. */
export const ArchiveEdit = line('edit', {
  messageId: SourceId,
  content: Content,
  /** When another text took its place. */
  editedAt: ArchiveInstant,
  userId: SourceId,
});

/** One reaction of one user; the first comes first. It follows its message, before the next one. */
export const ArchiveReaction = line('reaction', {
  messageId: SourceId,
  userId: SourceId,
  /** An emoji, or the name of one. */
  emoji: Emoji,
  /** Of an emoji of the server, which has this id; `emoji` is its name then. */
  emojiId: SourceId.nullable().default(null),
  createdAt: ArchiveInstant,
});

/** After its message; the first pin of a channel comes first. */
export const ArchivePin = line('pin', { messageId: SourceId, pinnedBy: SourceId, pinnedAt: ArchiveInstant });
