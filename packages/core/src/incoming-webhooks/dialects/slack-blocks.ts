import { at, field, itemsAt, type Json, textAt } from './json.js';
import { bold, lines, link, paragraphs, quoted } from './markdown.js';

/** Slack allows 50 blocks in a message. */
export const BLOCKS_MAX = 50;
const ELEMENTS_MAX = 200;
const DEPTH_MAX = 6;

/** Converts a text of mrkdwn. */
export type Convert = (mrkdwn: string) => string;

/** The blocks of a message as Markdown, as far as they are text. */
export function blocksText(blocks: readonly Json[], convert: Convert): string {
  return paragraphs(blocks.map((block) => blockText(block, convert)));
}

function blockText(block: Json, convert: Convert): string {
  switch (field(block, 'type')) {
    case 'header':
      return bold(objectText(field(block, 'text'), convert));
    case 'section':
      return paragraphs([
        objectText(field(block, 'text'), convert),
        lines(itemsAt(block, 'fields', 10).map((one) => objectText(one, convert))),
        elementText(field(block, 'accessory'), convert),
      ]);
    case 'context':
    case 'actions':
      return itemsAt(block, 'elements', 25)
        .map((element) => elementText(element, convert))
        .filter((text) => text !== '')
        .join(' · ');
    case 'divider':
      return '---';
    case 'image':
      return image(block, convert);
    case 'video':
      return link(objectText(field(block, 'title'), convert) || 'Video', textAt(block, 'title_url'));
    case 'markdown':
      return textAt(block, 'text') ?? '';
    case 'rich_text':
      return itemsAt(block, 'elements', ELEMENTS_MAX)
        .map((element) => richText(element, convert, 0))
        .join('');
    default:
      return '';
  }
}

/** A text object: plain, or mrkdwn. */
function objectText(value: Json, convert: Convert): string {
  const text = typeof value === 'string' ? value : textAt(value, 'text');
  return text === null ? '' : convert(text);
}

/** An element of a context, or a control: what it says. A link of a button is kept. */
function elementText(element: Json, convert: Convert): string {
  const type = field(element, 'type');
  if (type === 'image') return image(element, convert);
  if (type === 'mrkdwn' || type === 'plain_text') return objectText(element, convert);
  const label = objectText(at(element, 'text'), convert);
  return label === '' ? '' : link(label, textAt(element, 'url'));
}

function image(value: Json, convert: Convert): string {
  const alt = objectText(field(value, 'title'), convert) || textAt(value, 'alt_text') || 'Image';
  return link(
    alt.replace(/[[\]\\]/g, String.raw`\$&`),
    textAt(value, 'image_url') ?? textAt(value, 'slack_file.url'),
  );
}

function richText(element: Json, convert: Convert, depth: number): string {
  if (depth > DEPTH_MAX) return '';
  const inside = () =>
    itemsAt(element, 'elements', ELEMENTS_MAX)
      .map((one) => richText(one, convert, depth + 1))
      .join('');
  switch (field(element, 'type')) {
    case 'rich_text_section':
      return inside();
    case 'rich_text_quote':
      return `\n${quoted(inside())}\n`;
    case 'rich_text_preformatted':
      return `\n\`\`\`\n${plain(element, depth)}\n\`\`\`\n`;
    case 'rich_text_list':
      return list(element, convert, depth);
    default:
      return inline(element, convert);
  }
}

function plain(element: Json, depth: number): string {
  if (depth > DEPTH_MAX) return '';
  return itemsAt(element, 'elements', ELEMENTS_MAX)
    .map((one) => textAt(one, 'text') ?? textAt(one, 'url') ?? plain(one, depth + 1))
    .join('');
}

function list(element: Json, convert: Convert, depth: number): string {
  const indent = '  '.repeat(Math.min(DEPTH_MAX, Number(field(element, 'indent')) || 0));
  const isOrdered = field(element, 'style') === 'ordered';
  const items = itemsAt(element, 'elements', ELEMENTS_MAX).map(
    (item, index) => `${indent}${isOrdered ? `${index + 1}.` : '-'} ${richText(item, convert, depth + 1)}`,
  );
  return `\n${items.join('\n')}\n`;
}

function inline(element: Json, convert: Convert): string {
  switch (field(element, 'type')) {
    case 'text':
      return styled(textAt(element, 'text') ?? '', field(element, 'style'));
    case 'link': {
      const url = textAt(element, 'url');
      const label = textAt(element, 'text');
      return label === null ? (url ?? '') : link(styled(label, field(element, 'style')), url);
    }
    case 'emoji':
      return emoji(element);
    case 'user':
      return convert(`<@${textAt(element, 'user_id') ?? ''}>`);
    case 'channel':
      return convert(`<#${textAt(element, 'channel_id') ?? ''}>`);
    case 'usergroup':
      return convert(`<!subteam^${textAt(element, 'usergroup_id') ?? ''}>`);
    case 'broadcast':
      return convert(`<!${textAt(element, 'range') ?? 'here'}>`);
    case 'date':
      return textAt(element, 'fallback') ?? '';
    default:
      return '';
  }
}

/** The characters of an emoji are its code points in hexadecimal. */
function emoji(element: Json): string {
  const points = (textAt(element, 'unicode') ?? '').split('-').map((hex) => Number.parseInt(hex, 16));
  const isKnown = points.every((point) => point > 0 && point <= 0x10ffff);
  return isKnown ? String.fromCodePoint(...points) : `:${textAt(element, 'name') ?? ''}:`;
}

function styled(text: string, style: Json): string {
  const core = text.trim();
  if (core === '') return text;
  const wrap = (name: string, mark: string, inner: string) =>
    field(style, name) === true ? `${mark}${inner}${mark}` : inner;
  const marked = wrap('bold', '**', wrap('italic', '_', wrap('strike', '~~', wrap('code', '`', core))));
  const start = text.indexOf(core);
  return text.slice(0, start) + marked + text.slice(start + core.length);
}
