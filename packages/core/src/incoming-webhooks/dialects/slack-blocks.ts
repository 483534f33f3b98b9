import { parse } from '@palaver/markup';
import {
  type BuiltBlock,
  type BuiltSpan,
  link,
  paragraph,
  rule,
  strong,
  table,
  text,
} from '@palaver/markup/build';
import { between, inLine, linesOf } from './card.js';
import { at, field, itemsAt, type Json, textAt } from './json.js';
import type { SlackReader } from './slack-reader.js';
import { richTextBlocks } from './slack-rich-text.js';

/** Slack allows 50 blocks in a message. */
export const BLOCKS_MAX = 50;
const ELEMENTS_MAX = 200;
const ROWS_MAX = 100;
const CELLS_MAX = 20;

/** The blocks of a message, as far as they are text. */
export function blocksOf(blocks: readonly Json[], reader: SlackReader): BuiltBlock[] {
  return blocks.flatMap((block) => blockOf(block, reader));
}

function blockOf(block: Json, reader: SlackReader): BuiltBlock[] {
  switch (field(block, 'type')) {
    case 'header':
      return linesOf([[strong(...inLine(objectBlocks(field(block, 'text'), reader)))]]);
    case 'section':
      return [
        ...objectBlocks(field(block, 'text'), reader),
        ...itemsAt(block, 'fields', 10).flatMap((one) => objectBlocks(one, reader)),
        ...linesOf([elementSpans(field(block, 'accessory'), reader)]),
      ];
    case 'context':
    case 'actions': {
      const rows = itemsAt(block, 'elements', 25).map((element) => elementSpans(element, reader));
      return linesOf([between(rows, [text(' · ')])]);
    }
    case 'divider':
      return [rule];
    case 'image':
      return linesOf([imageSpans(block, reader)]);
    case 'video': {
      const title = inLine(objectBlocks(field(block, 'title'), reader));
      return [paragraph(link(textAt(block, 'title_url') ?? '', ...(title.length > 0 ? title : ['Video'])))];
    }
    case 'markdown':
      return parse(textAt(block, 'text') ?? '');
    case 'table':
      return [tableOf(block, reader)];
    case 'rich_text':
      return richTextBlocks(itemsAt(block, 'elements', ELEMENTS_MAX), reader);
    default:
      return [];
  }
}

/** A text object: plain, or mrkdwn. */
function objectBlocks(value: Json, reader: SlackReader): BuiltBlock[] {
  const shown = typeof value === 'string' ? value : textAt(value, 'text');
  if (shown === null) return [];
  return field(value, 'type') === 'mrkdwn' ? reader.formatted(shown) : [paragraph(...reader.plain(shown))];
}

/** An element of a context, or a control: what it says. A link of a button is kept. */
function elementSpans(element: Json, reader: SlackReader): BuiltSpan[] {
  const type = field(element, 'type');
  if (type === 'image') return imageSpans(element, reader);
  if (type === 'mrkdwn' || type === 'plain_text') return inLine(objectBlocks(element, reader));
  const label = inLine(objectBlocks(at(element, 'text'), reader));
  return label.length === 0 ? [] : [link(textAt(element, 'url') ?? '', ...label)];
}

function imageSpans(value: Json, reader: SlackReader): BuiltSpan[] {
  const title = inLine(objectBlocks(field(value, 'title'), reader));
  const url = textAt(value, 'image_url') ?? textAt(value, 'slack_file.url') ?? '';
  return [link(url, ...(title.length > 0 ? title : [textAt(value, 'alt_text') ?? 'Image']))];
}

function tableOf(block: Json, reader: SlackReader): BuiltBlock {
  const rows = itemsAt(block, 'rows', ROWS_MAX).map((row) =>
    itemsAt({ row }, 'row', CELLS_MAX).map((cell) =>
      field(cell, 'type') === 'rich_text'
        ? inLine(richTextBlocks(itemsAt(cell, 'elements', ELEMENTS_MAX), reader))
        : reader.plain(textAt(cell, 'text') ?? ''),
    ),
  );
  const alignments = itemsAt(block, 'column_settings', CELLS_MAX).map((column) => {
    const side = field(column, 'align');
    return side === 'left' || side === 'center' || side === 'right' ? side : null;
  });
  return table(rows, alignments);
}
