import type { Alignment } from '../tree.js';
import { asParagraph } from './escape.js';
import type { BuiltBlock, BuiltItem } from './nodes.js';
import { isDense, normalBlocks } from './normal-blocks.js';
import { writeSpans } from './write-spans.js';

/** Blocks as Markdown, which is parsed to exactly these blocks as far as Markdown can say them (`normalBlocks`). */
export function write(blocks: readonly BuiltBlock[]): string {
  return writeBlocks(normalBlocks(blocks), false);
}

function writeBlocks(blocks: readonly BuiltBlock[], isTight: boolean): string {
  const parts: string[] = [];
  let lists = 0;
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1];
    const follows =
      block.type === 'list' && before?.type === 'list' && (block.start === null) === (before.start === null);
    // Two lists with the same signs would be one.
    lists = follows ? lists + 1 : 0;
    parts.push(writeBlock(block, lists % 2 === 1));
  }
  return parts.join(isTight && isDense(blocks) ? '\n' : '\n\n');
}

function writeBlock(block: BuiltBlock, isSecond: boolean): string {
  switch (block.type) {
    case 'paragraph':
      return asParagraph(writeSpans(block.spans));
    case 'heading':
      // A run of number signs at the end would close it.
      return `${'#'.repeat(block.level)} ${writeSpans(block.spans).replace(/(^|\s)(#+)$/, '$1\\$2')}`;
    case 'quote':
      return prefixed(writeBlocks(block.blocks, false), '> ', '> ');
    case 'fence':
      return writeFence(block);
    case 'list':
      return writeList(block, isSecond);
    case 'table':
      return writeTable(block);
    case 'rule':
      // A row of dashes could underline a heading, or belong to a list.
      return '___';
  }
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, at) =>
      line === '' ? (at === 0 ? first : others).trimEnd() : (at === 0 ? first : others) + line,
    )
    .join('\n');
}

function writeFence({ text, language }: Extract<BuiltBlock, { type: 'fence' }>): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}

function writeList(
  { start, isTight, items }: Extract<BuiltBlock, { type: 'list' }>,
  isSecond: boolean,
): string {
  const isDenseList = isTight && items.every(({ blocks }) => isDense(blocks));
  const written = items.map((item, at) => {
    const sign =
      start === null ? (isSecond ? '*' : '-') : `${Math.min(start + at, 999_999_999)}${isSecond ? ')' : '.'}`;
    return prefixed(writeItem(item, isDenseList), `${sign} `, ' '.repeat(sign.length + 1));
  });
  return written.join(isDenseList ? '\n' : '\n\n');
}

const BOX = /^\[[ xX]\][ \t]/;

function writeItem({ isDone, blocks }: BuiltItem, isTight: boolean): string {
  const written = writeBlocks(blocks, isTight);
  if (isDone !== null) return `${isDone ? '[x]' : '[ ]'} ${written}`;
  return BOX.test(written) ? `\\${written}` : written;
}

function writeTable({ alignments, rows }: Extract<BuiltBlock, { type: 'table' }>): string {
  const [head = '', ...others] = rows.map((row) =>
    rowOf(row.map((cell) => writeSpans(cell).replaceAll('|', '\\|'))),
  );
  return [head, rowOf(alignments.map((side) => DELIMITER[side ?? 'none'])), ...others].join('\n');
}

const DELIMITER: Readonly<Record<NonNullable<Alignment> | 'none', string>> = {
  left: ':-',
  center: ':-:',
  right: '-:',
  none: '-',
};

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
