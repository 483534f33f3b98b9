import type { WebhookPost } from '../webhook-post.js';
import { field, itemsAt, type Json, textAt } from './json.js';
import { bold, lines, link, paragraphs, quoted } from './markdown.js';
import { type Converted, fromMrkdwn, type SlackNames, unescaped } from './mrkdwn.js';
import { BLOCKS_MAX, blocksText, type Convert } from './slack-blocks.js';

/** Slack recommends 20 attachments and refuses more than 100. */
export const ATTACHMENTS_MAX = 100;
const FIELDS_MAX = 50;

/** The ids of the users whom a text of Slack or Discord names, as they stand in it. */
export function userIdsIn(text: string): string[] {
  return [...text.matchAll(/<@!?([\w-]{1,64})[|>]/g)].flatMap(([, id]) => id ?? []);
}

/** The message of Slack's payload. `names` knows the users of this service alone. */
export function slackPost(payload: Json, names: ReadonlyMap<string, string>): WebhookPost {
  const { text, mentions } = slackContent(payload, {
    user: (id) => names.get(id.toLowerCase()) ?? null,
    channel: () => null,
    group: () => null,
  });
  return {
    content: text,
    username: textAt(payload, 'username'),
    avatarUrl: textAt(payload, 'icon_url'),
    emoji: textAt(payload, 'icon_emoji'),
    mentions,
  };
}

/** What a message of Slack says: its blocks, or else its text, and its attachments. */
export function slackContent(payload: Json, names: SlackNames): Converted {
  const mentions = new Set<string>();
  const convert: Convert = (mrkdwn) => {
    const converted = fromMrkdwn(mrkdwn, names);
    for (const mention of converted.mentions) mentions.add(mention);
    return converted.text;
  };
  const text = textAt(payload, 'text');
  const isPlain = field(payload, 'mrkdwn') === false;
  const blocks = itemsAt(payload, 'blocks', BLOCKS_MAX);
  // With blocks, the text is what a notification says of them.
  const body =
    blocksText(blocks, convert) || (text === null ? '' : isPlain ? unescaped(text) : convert(text));
  const attachments = itemsAt(payload, 'attachments', ATTACHMENTS_MAX).map((one) => attachment(one, convert));
  return { text: paragraphs([body, ...attachments]), mentions: [...mentions] };
}

/** An attachment as a quotation, below what stands before it. */
function attachment(value: Json, convert: Convert): string {
  const part = (name: string) => {
    const text = textAt(value, name);
    return text === null ? null : convert(text);
  };
  const linked = (name: string, url: string) => {
    const label = part(name);
    return label === null ? null : bold(link(label, textAt(value, url)));
  };
  const shown = paragraphs([
    lines([linked('author_name', 'author_link'), linked('title', 'title_link')]),
    part('text'),
    blocksText(itemsAt(value, 'blocks', BLOCKS_MAX), convert),
    lines(itemsAt(value, 'fields', FIELDS_MAX).map((one) => fieldLine(one, convert))),
    lines(
      itemsAt(value, 'actions', 5).map((action) => {
        const label = textAt(action, 'text');
        return label === null ? null : link(convert(label), textAt(action, 'url'));
      }),
    ),
    link('Image', textAt(value, 'image_url')) === 'Image' ? null : link('Image', textAt(value, 'image_url')),
    part('footer'),
  ]);
  return paragraphs([part('pretext'), shown === '' ? quotedOrNothing(part('fallback')) : quoted(shown)]);
}

function quotedOrNothing(text: string | null): string | null {
  return text === null ? null : quoted(text);
}

function fieldLine(value: Json, convert: Convert): string {
  const title = textAt(value, 'title');
  const text = textAt(value, 'value');
  return [title === null ? null : bold(convert(title)), text === null ? null : convert(text)]
    .filter((part) => part !== null)
    .join(': ');
}
