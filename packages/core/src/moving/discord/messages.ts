import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import {
  type Origin,
  SOMEBODY,
  type SourceFile,
  type SourceReaction,
  type SourceRecord,
} from '../converting/records.js';
import type { Assets } from './assets.js';
import { personIn } from './authors.js';
import type { ChannelHead } from './channel-head.js';

const EVERY = Number.POSITIVE_INFINITY;
/** What people and programs write; every other type is a note of Discord. Numbers are those that the exporter has no name for. */
const WRITTEN: ReadonlySet<string> = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ApplicationCommand',
  'ContextMenuCommand',
  '19',
  '20',
  '23',
]);

export interface MessageHome extends ChannelHead {
  /** The message of the file that is the oldest. */
  readonly firstId: string | null;
  readonly directIds: readonly string[] | null;
}

export function messageOf(message: Json, home: MessageHome, assets: Assets, from: Origin): SourceRecord {
  const id = textAt(message, 'id');
  const type = textAt(message, 'type') ?? '';
  if (id === null) return { type: 'leftOut', from, why: 'noId' };
  if (!WRITTEN.has(type)) return { type: 'leftOut', from, why: 'note' };
  const threadId = threadOf(message, home, id);
  return {
    type: 'message',
    from,
    id,
    placeId: home.isThread && home.parent ? home.parent.id : home.id,
    directIds: home.directIds,
    author: personIn(field(message, 'author')) ?? SOMEBODY,
    threadId,
    at: instant(textAt(message, 'timestamp')),
    editedAt: instant(textAt(message, 'timestampEdited')),
    isDeleted: false,
    pin: field(message, 'isPinned') === true ? { by: null, at: null } : null,
    shownAs: null,
    body: bodyOf(message, home.isThread && threadId === null ? home.name : null),
    files: filesOf(message, home.path, assets),
    reactions: reactionsOf(message),
    changes: [],
  };
}

/**
 * A thread has the id of the message that began it. A thread without such a message begins with its first one, as those of a forum do.
 */
function threadOf(
  message: Json,
  { isThread, id: channelId, firstId }: MessageHome,
  id: string,
): string | null {
  if (!isThread) return textAt(message, 'type') === 'Reply' ? textAt(message, 'reference.messageId') : null;
  if (id === channelId || id === firstId) return null;
  return firstId !== null && firstId !== channelId && isOlder(channelId, firstId) ? channelId : firstId;
}

/** Ids are in the order of time. */
function isOlder(one: string, another: string): boolean {
  return one.length === another.length ? one < another : one.length < another.length;
}

function bodyOf(message: Json, title: string | null): Json {
  const content = textAt(message, 'content') ?? '';
  return {
    title,
    content,
    embeds: itemsAt(message, 'embeds', EVERY).filter((embed) => !isLinkIn(content, embed)),
    mentions: itemsAt(message, 'mentions', EVERY).map((one) => ({
      id: textAt(one, 'id'),
      nickname: textAt(one, 'nickname'),
      name: textAt(one, 'name'),
    })),
    forwarded: textAt(message, 'forwardedMessage.content'),
  };
}

/** Of a picture that is shown where its link stands, an embed has nothing but this link. */
function isLinkIn(content: string, embed: Json): boolean {
  const url = textAt(embed, 'url');
  const says = ['title', 'description', 'author.name', 'footer.text'].some(
    (path) => textAt(embed, path) !== null,
  );
  return url !== null && content.includes(url) && !says && itemsAt(embed, 'fields', 1).length === 0;
}

function filesOf(message: Json, beside: string, assets: Assets): SourceFile[] {
  const attached = [
    ...itemsAt(message, 'attachments', EVERY),
    ...itemsAt(message, 'forwardedMessage.attachments', EVERY),
  ].map((file) => assets.file(textAt(file, 'url'), textAt(file, 'fileName') ?? 'file', beside));
  const stickers = itemsAt(message, 'stickers', EVERY).map((sticker) => {
    const name = textAt(sticker, 'name') ?? 'sticker';
    return assets.file(
      textAt(sticker, 'sourceUrl'),
      `${name}.${(textAt(sticker, 'format') ?? 'png').toLowerCase()}`,
      beside,
    );
  });
  return [...attached, ...stickers];
}

/** Older exports have the number of people alone. */
function reactionsOf(message: Json): SourceReaction[] {
  return itemsAt(message, 'reactions', EVERY).flatMap((reaction) => {
    const emoji = textAt(reaction, 'emoji.name') ?? '';
    return itemsAt(reaction, 'users', EVERY).flatMap((user) => {
      const by = personIn(user);
      return by === null ? [] : [{ by, emoji, at: null }];
    });
  });
}

function instant(given: string | null): number | null {
  return given === null ? null : Date.parse(given);
}
