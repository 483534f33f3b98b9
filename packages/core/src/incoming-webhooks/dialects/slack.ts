import { type BuiltBlock, type BuiltSpan, link, strong, write } from '@palaver/markup/build';
import type { WebhookPost } from '../webhook-post.js';
import { type CardField, cardBlock, instantText, linkRow } from './card.js';
import { withEmoji } from './emoji-spans.js';
import { field, itemsAt, type Json, textAt } from './json.js';
import { mrkdwnBlocks } from './mrkdwn.js';
import { BLOCKS_MAX, blocksOf } from './slack-blocks.js';
import type { SlackReader } from './slack-reader.js';
import { type SlackNames, tokenSpan, unescaped } from './slack-tokens.js';

/** Slack recommends 20 attachments and refuses more than 100. */
export const ATTACHMENTS_MAX = 100;
const FIELDS_MAX = 50;

/** The ids of the users whom a text of Slack or Discord names, as they stand in it. */
export function userIdsIn(text: string): string[] {
  return [...text.matchAll(/<@!?([\w-]{1,64})[|>]/g)].flatMap(([, id]) => id ?? []);
}

/** The message of Slack's payload. `names` knows the users of this service alone. */
export function slackPost(payload: Json, names: ReadonlyMap<string, string>): WebhookPost {
  const { blocks, mentions } = slackContent(payload, {
    user: (id) => names.get(id.toLowerCase()) ?? null,
    channel: () => null,
    group: () => null,
  });
  return {
    content: write(blocks),
    username: textAt(payload, 'username'),
    emoji: textAt(payload, 'icon_emoji'),
    mentions,
  };
}

/** A text as a tree, and what it mentions. */
export interface Converted {
  readonly blocks: readonly BuiltBlock[];
  readonly mentions: readonly string[];
}

/** What a message of Slack says: its blocks, or else its text, and its attachments. */
export function slackContent(payload: Json, names: SlackNames): Converted {
  const mentions = new Set<string>();
  const reading = { names, onMention: (mention: string) => void mentions.add(mention) };
  const reader: SlackReader = {
    formatted: (text) => mrkdwnBlocks(text, { isFormatted: true, ...reading }),
    unformatted: (text) => mrkdwnBlocks(text, { isFormatted: false, ...reading }),
    plain: (text) => withEmoji(unescaped(text)),
    token: (token) => tokenSpan(token, reading),
  };
  const text = textAt(payload, 'text');
  const read = field(payload, 'mrkdwn') === false ? reader.unformatted : reader.formatted;
  // With blocks, the text is what a notification says of them.
  const shown = blocksOf(itemsAt(payload, 'blocks', BLOCKS_MAX), reader);
  const body = text === null || write(shown) !== '' ? shown : read(text);
  const attachments = attachmentsOf(payload);
  return {
    blocks: [...body, ...attachments.flatMap((one) => attachmentBlocks(one, reader))],
    mentions: [...mentions],
  };
}

export function attachmentsOf(payload: Json): Json[] {
  return itemsAt(payload, 'attachments', ATTACHMENTS_MAX);
}

/** An attachment as a quotation, below what stands before it. */
export function attachmentBlocks(value: Json, reader: SlackReader): BuiltBlock[] {
  const read = readerOfParts(value, reader);
  const part = (name: string, kind = name) => {
    const text = textAt(value, name);
    return text === null ? [] : read(kind, text);
  };
  const linked = (name: string, url: string): BuiltSpan[] => {
    const label = textAt(value, name);
    return label === null ? [] : [strong(link(textAt(value, url) ?? '', ...reader.plain(label)))];
  };
  const shown = {
    head: [linked('author_name', 'author_link'), linked('title', 'title_link')],
    body: [...part('text'), ...blocksOf(itemsAt(value, 'blocks', BLOCKS_MAX), reader)],
    fields: itemsAt(value, 'fields', FIELDS_MAX).map((one) => fieldOf(one, reader, read)),
    links: [
      ...itemsAt(value, 'actions', 5).map((action) => {
        const label = textAt(action, 'text');
        return label === null ? [] : [link(textAt(action, 'url') ?? '', ...reader.plain(label))];
      }),
      linkRow('Image', textAt(value, 'image_url') ?? textAt(value, 'thumb_url')),
    ],
    foot: footOf(value, reader),
  };
  const isEmpty =
    [shown.head, shown.links, [shown.foot]].flat(2).length + shown.body.length + shown.fields.length === 0;
  const card = isEmpty ? { ...shown, body: part('fallback', 'text') } : shown;
  return [...part('pretext'), cardBlock(card)];
}

/** Reads a part of an attachment. Where `mrkdwn_in` is there, the parts that it names alone are formatted. */
function readerOfParts(value: Json, { formatted, unformatted }: SlackReader) {
  const named = field(value, 'mrkdwn_in');
  return (kind: string, text: string): BuiltBlock[] =>
    Array.isArray(named) && !named.includes(kind) ? unformatted(text) : formatted(text);
}

function fieldOf(
  value: Json,
  { plain }: SlackReader,
  read: (kind: string, text: string) => BuiltBlock[],
): CardField {
  return {
    name: plain(textAt(value, 'title') ?? ''),
    value: read('fields', textAt(value, 'value') ?? ''),
  };
}

/** The footer, and when what it is about happened. */
function footOf(value: Json, { plain }: SlackReader): BuiltSpan[] {
  const at = textAt(value, 'ts');
  const parts = [textAt(value, 'footer'), at === null ? null : instantText(Number(at))];
  return plain(parts.filter((part) => part !== null).join(' · '));
}
