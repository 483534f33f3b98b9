import type { WebhookPost } from '../webhook-post.js';
import { at, field, itemsAt, type Json, textAt } from './json.js';
import { bold, lines, link, paragraphs, quoted } from './markdown.js';

/** Discord allows 10 embeds with 25 fields each. */
export const EMBEDS_MAX = 10;
const FIELDS_MAX = 25;

/** The message of Discord's payload. `names` knows the users of this service alone. */
export function discordPost(payload: Json, names: ReadonlyMap<string, string>): WebhookPost {
  const allowed = allowedMentions(field(payload, 'allowed_mentions'));
  const mentions = new Set<string>();
  const read = (text: string): string =>
    text.replace(REFERENCE, (whole: string, kind: string, id: string, label: string | undefined) =>
      reference(whole, kind, id, label, names, (userId, name) => {
        if (allowed.users(userId)) mentions.add(`@${name}`);
      }),
    );
  const content = textAt(payload, 'content');
  // Discord notifies of what the content mentions, and of nothing in an embed.
  const body = content === null ? '' : read(content.replace(/@everyone\b/g, '@channel'));
  if (content !== null && allowed.everyone) {
    if (/(?<!\w)@everyone\b/.test(content)) mentions.add('@channel');
    if (/(?<!\w)@here\b/.test(content)) mentions.add('@here');
  }
  const inContent = [...mentions];
  const embeds = itemsAt(payload, 'embeds', EMBEDS_MAX).map((embed) => embedText(embed, read));
  return {
    content: paragraphs([body, ...embeds]),
    username: textAt(payload, 'username'),
    avatarUrl: textAt(payload, 'avatar_url'),
    emoji: null,
    mentions: inContent,
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

/** A user, a channel, a role, an emoji or an instant. */
const REFERENCE = /<(@!?|#|@&|a?:\w{2,32}:|t:)([\w-]{1,64})(:[a-zA-Z])?>/g;

function reference(
  whole: string,
  kind: string,
  id: string,
  _style: string | undefined,
  names: ReadonlyMap<string, string>,
  onUser: (id: string, name: string) => void,
): string {
  if (kind === '@' || kind === '@!') {
    const name = names.get(id.toLowerCase());
    if (name === undefined) return `@${id}`;
    onUser(id, name);
    return `@${name}`;
  }
  if (kind === '#') return `#${id}`;
  if (kind === '@&') return `@${id}`;
  if (kind === 't:') return instant(id) ?? whole;
  // The name of an emoji between colons.
  return kind.slice(kind.indexOf(':'));
}

/** Seconds since 1970 as a text that everybody reads alike. */
function instant(seconds: string): string | null {
  const date = new Date(Number(seconds) * 1_000);
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
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

/** An embed as a quotation. */
function embedText(embed: Json, read: (text: string) => string): string {
  const part = (path: string) => {
    const text = textAt(embed, path);
    return text === null ? null : read(text);
  };
  const linked = (path: string, url: string | null) => {
    const label = part(path);
    return label === null ? null : bold(link(label, url));
  };
  const picture = (path: string) => {
    const url = textAt(embed, `${path}.url`);
    const shown = link(path === 'video' ? 'Video' : 'Image', url);
    return shown.startsWith('[') ? shown : null;
  };
  const shown = paragraphs([
    lines([
      linked('author.name', textAt(embed, 'author.url')),
      linked('title', textAt(embed, 'url')) ?? part('url'),
    ]),
    part('description'),
    lines(itemsAt(embed, 'fields', FIELDS_MAX).map((one) => fieldLine(one, read))),
    lines([picture('image'), picture('video')]),
    lines([part('footer.text')]),
  ]);
  return shown === '' ? '' : quoted(shown);
}

function fieldLine(value: Json, read: (text: string) => string): string {
  const name = textAt(value, 'name');
  const text = at(value, 'value') === undefined ? null : textAt(value, 'value');
  return [name === null ? null : bold(read(name)), text === null ? null : read(text)]
    .filter((part) => part !== null)
    .join(': ');
}
