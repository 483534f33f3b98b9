import { type BuiltBlock, type BuiltSpan, link, strong, text, write } from '@palaver/markup/build';
import type { WebhookPost } from '../webhook-post.js';
import { cardBlock, instantText, linkRow } from './card.js';
import { type DiscordReading, discordBlocks } from './discord-markdown.js';
import { field, itemsAt, type Json, textAt } from './json.js';

/** Discord allows 10 embeds with 25 fields each. */
export const EMBEDS_MAX = 10;
const FIELDS_MAX = 25;

/** The message of Discord's payload. `names` knows the users of this service alone. */
export function discordPost(payload: Json, names: ReadonlyMap<string, string>): WebhookPost {
  const allowed = allowedMentions(field(payload, 'allowed_mentions'));
  const mentions = new Set<string>();
  const content = textAt(payload, 'content') ?? '';
  const body = discordBlocks(content, {
    names,
    onUser: (userId, name) => {
      if (allowed.users(userId)) mentions.add(`@${name}`);
    },
    onEveryone: (name) => {
      if (allowed.everyone) mentions.add(`@${name}`);
    },
  });
  // Discord notifies of what the content mentions, and of nothing in an embed.
  const reading = { names, onUser: () => undefined, onEveryone: null };
  const embeds = itemsAt(payload, 'embeds', EMBEDS_MAX).map((embed) => embedBlock(embed, reading));
  // A content that has nothing of Discord alone stays as it was typed.
  const isTyped = embeds.length === 0 && !body.isChanged;
  return {
    content: isTyped ? content : write([...body.blocks, ...embeds]),
    username: textAt(payload, 'username'),
    emoji: null,
    mentions: [...mentions],
  };
}

/** Whether an edit says anything of the text; without it the text stays. */
export function hasText(payload: Json): boolean {
  return field(payload, 'content') !== undefined || field(payload, 'embeds') !== undefined;
}

/** As many attachments of an edit are looked at: more than a message can have. */
const ATTACHMENTS_MAX = 1_000;

/**
 * The ids of the attachments that stay with an edit; null where it names none, so that all do. Those that come with it are named by
 * their places among its files.
 */
export function keptFiles(payload: Json, files: number): string[] | null {
  if (!Array.isArray(field(payload, 'attachments'))) return null;
  const named = itemsAt(payload, 'attachments', ATTACHMENTS_MAX).map((one) => textAt(one, 'id') ?? '');
  const fresh = new Set(Array.from({ length: files }, (_, place) => String(place)));
  return [...new Set(named)].filter((id) => !fresh.has(id));
}

interface Allowed {
  readonly everyone: boolean;
  readonly users: (id: string) => boolean;
}

/** Who may be mentioned: all where nothing is said, else whom it says. */
function allowedMentions(value: Json): Allowed {
  if (typeof value !== 'object' || value === null) return { everyone: true, users: () => true };
  const kinds = itemsAt(value, 'parse', 10);
  const ids = new Set(itemsAt(value, 'users', 100).map(String));
  return { everyone: kinds.includes('everyone'), users: (id) => kinds.includes('users') || ids.has(id) };
}

/** An embed as a quotation. Its titles and names are plain texts. */
function embedBlock(embed: Json, reading: DiscordReading): BuiltBlock {
  const plain = (value: Json, path: string): BuiltSpan[] => {
    const shown = textAt(value, path);
    return shown === null ? [] : [text(shown)];
  };
  const read = (value: Json, path: string) => discordBlocks(textAt(value, path) ?? '', reading).blocks;
  const linked = (path: string, url: string): BuiltSpan[] => {
    const label = plain(embed, path);
    return label.length === 0 ? [] : [strong(link(textAt(embed, url) ?? '', ...label))];
  };
  const title = linked('title', 'url');
  return cardBlock({
    head: [linked('author.name', 'author.url'), title.length === 0 ? plain(embed, 'url') : title],
    body: read(embed, 'description'),
    fields: itemsAt(embed, 'fields', FIELDS_MAX).map((one) => ({
      name: plain(one, 'name'),
      value: read(one, 'value'),
    })),
    links: [
      linkRow('Image', textAt(embed, 'image.url')),
      linkRow('Thumbnail', textAt(embed, 'thumbnail.url')),
      linkRow('Video', textAt(embed, 'video.url')),
    ],
    foot: footOf(embed),
  });
}

/** The footer, and the time of what the embed is about. */
function footOf(embed: Json): BuiltSpan[] {
  const at = textAt(embed, 'timestamp');
  const parts = [textAt(embed, 'footer.text'), at === null ? null : instantText(Date.parse(at) / 1_000)];
  const shown = parts.filter((part) => part !== null).join(' · ');
  return shown === '' ? [] : [text(shown)];
}
