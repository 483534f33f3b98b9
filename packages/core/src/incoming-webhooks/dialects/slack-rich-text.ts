import {
  type BuiltBlock,
  type BuiltSpan,
  code,
  emphasis,
  fence,
  link,
  quote,
  strong,
  struck,
  text,
} from '@palaver/markup/build';
import { type ListRow, linesOf, listsOf } from './card.js';
import { emojiSpan } from './emoji-spans.js';
import { field, itemsAt, type Json, textAt } from './json.js';
import type { SlackReader } from './slack-reader.js';

const ELEMENTS_MAX = 200;
const INDENT_MAX = 8;

/** The elements of a rich text: sections, quotes, code, and lists, whose deeper parts are lists of their own. */
export function richTextBlocks(elements: readonly Json[], reader: SlackReader): BuiltBlock[] {
  const blocks: BuiltBlock[] = [];
  let rows: ListRow[] = [];
  for (const element of elements) {
    if (field(element, 'type') === 'rich_text_list') {
      rows.push(...listRows(element, reader));
      continue;
    }
    blocks.push(...listsOf(rows), ...elementBlocks(element, reader));
    rows = [];
  }
  return [...blocks, ...listsOf(rows)];
}

function elementBlocks(element: Json, reader: SlackReader): BuiltBlock[] {
  switch (field(element, 'type')) {
    case 'rich_text_quote':
      return [quote(...sectionBlocks(element, reader))];
    case 'rich_text_preformatted':
      return [
        fence(
          itemsOf(element)
            .map((one) => shownBy(one, reader))
            .join(''),
        ),
      ];
    default:
      return sectionBlocks(element, reader);
  }
}

const itemsOf = (element: Json) => itemsAt(element, 'elements', ELEMENTS_MAX);

function listRows(element: Json, reader: SlackReader): ListRow[] {
  const depth = Math.min(INDENT_MAX, Math.max(0, Number(field(element, 'indent')) || 0));
  const isOrdered = field(element, 'style') === 'ordered';
  const first = 1 + Math.max(0, Number(field(element, 'offset')) || 0);
  return itemsOf(element).map((item, index) => ({
    depth,
    number: isOrdered ? first + index : null,
    blocks: sectionBlocks(item, reader),
  }));
}

/** The paragraphs of a section: empty lines are between them. */
function sectionBlocks(section: Json, reader: SlackReader): BuiltBlock[] {
  const blocks: BuiltBlock[] = [];
  let lines: BuiltSpan[][] = [[]];
  const endLine = () => {
    if (lines.at(-1)?.length === 0) {
      blocks.push(...linesOf(lines));
      lines = [[]];
    } else lines.push([]);
  };
  for (const element of itemsOf(section)) {
    if (field(element, 'type') !== 'text') {
      lines.at(-1)?.push(...inlineSpans(element, reader));
      continue;
    }
    for (const [index, line] of (textAt(element, 'text') ?? '').split('\n').entries()) {
      if (index > 0) endLine();
      if (line !== '') lines.at(-1)?.push(styled(text(line), field(element, 'style')));
    }
  }
  return [...blocks, ...linesOf(lines)];
}

function inlineSpans(element: Json, { token }: SlackReader): BuiltSpan[] {
  const style = field(element, 'style');
  const named = (sign: string, name: string) => {
    const id = textAt(element, name);
    return id === null ? [] : [styled(token(`<${sign}${id}>`), style)];
  };
  switch (field(element, 'type')) {
    case 'link': {
      const url = textAt(element, 'url') ?? '';
      return [link(url, styled(text(textAt(element, 'text') ?? url), style))];
    }
    case 'emoji':
      return [emojiOf(element)];
    case 'user':
      return named('@', 'user_id');
    case 'channel':
      return named('#', 'channel_id');
    case 'usergroup':
      return named('!subteam^', 'usergroup_id');
    case 'broadcast':
      return [styled(token(`<!${textAt(element, 'range') ?? 'here'}>`), style)];
    case 'date':
      return [styled(text(textAt(element, 'fallback') ?? ''), style)];
    case 'color':
      return [styled(text(textAt(element, 'value') ?? ''), style)];
    default:
      return [];
  }
}

/** The characters of an emoji are its code points in hexadecimal. */
function emojiOf(element: Json): BuiltSpan {
  const points = (textAt(element, 'unicode') ?? '').split('-').map((hex) => Number.parseInt(hex, 16));
  const isKnown = points.every((point) => point > 0 && point <= 0x10ffff);
  return isKnown ? text(String.fromCodePoint(...points)) : emojiSpan(textAt(element, 'name') ?? '');
}

/** What an element shows in code. */
function shownBy(element: Json, reader: SlackReader): string {
  const shown = textAt(element, 'text');
  if (shown !== null) return shown;
  return inlineSpans(element, reader).map(textOf).join('');
}

function textOf(span: BuiltSpan): string {
  if ('spans' in span) return span.spans.map(textOf).join('');
  if (span.type === 'mention') return `@${span.name}`;
  if (span.type === 'channel') return `#${span.name}`;
  if (span.type === 'emoji') return `:${span.name}:`;
  return 'text' in span ? span.text : '\n';
}

const STYLES = { strike: struck, italic: emphasis, bold: strong } as const;

function styled(span: BuiltSpan, style: Json): BuiltSpan {
  const inner = field(style, 'code') === true ? code(textOf(span)) : span;
  return Object.entries(STYLES).reduce(
    (within, [name, mark]) => (field(style, name) === true ? mark(within) : within),
    inner,
  );
}
