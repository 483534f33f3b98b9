import { LIMITS } from '../limits.js';
import { isSeen } from '../text-of.js';
import { cleaned } from './atoms.js';
import { NameCount } from './names.js';
import type { BuiltBlock, BuiltItem, BuiltSpan } from './nodes.js';
import { normalSpans } from './normal-spans.js';

/** What a list or a quote has in it is read up to here. */
const DEPTH_MAX = LIMITS.depth - 1;
const NUMBER_MAX = 999_999_999;

/**
 * Blocks as Markdown can say them, which show the same: blocks without anything to see are left out, and so are quotes and
 * lists that are deeper than the parser reads, of which the paragraphs stay.
 */
export function normalBlocks(blocks: readonly BuiltBlock[]): BuiltBlock[] {
  return new Normaliser().blocks(blocks, 0);
}

class Normaliser {
  private readonly names = new NameCount();

  blocks(blocks: readonly BuiltBlock[], depth: number): BuiltBlock[] {
    return blocks.flatMap((block) => this.block(block, depth));
  }

  private block(block: BuiltBlock, depth: number): readonly BuiltBlock[] {
    switch (block.type) {
      case 'paragraph':
        return this.paragraph(block.spans);
      case 'heading': {
        const spans = this.spans(block.spans, true);
        const level = Math.min(6, Math.max(1, Math.trunc(block.level) || 1));
        return isBlank(spans) ? [] : [{ type: 'heading', level, spans }];
      }
      case 'fence':
        return normalFence(block);
      case 'table':
        return this.table(block);
      case 'rule':
        return [block];
      case 'quote': {
        if (depth >= DEPTH_MAX) return this.flat(block);
        const inside = this.blocks(block.blocks, depth + 1);
        return inside.length === 0 ? [] : [{ type: 'quote', blocks: inside }];
      }
      case 'list':
        return depth >= DEPTH_MAX ? this.flat(block) : this.list(block, depth);
    }
  }

  private spans(spans: readonly BuiltSpan[], isOneLine = false): BuiltSpan[] {
    return normalSpans(spans, this.names, isOneLine);
  }

  private paragraph(given: readonly BuiltSpan[]): BuiltBlock[] {
    const spans = this.spans(given);
    return isBlank(spans) ? [] : [{ type: 'paragraph', spans }];
  }

  private list(list: Extract<BuiltBlock, { type: 'list' }>, depth: number): BuiltBlock[] {
    const items = list.items.flatMap(({ isDone, blocks: given }): BuiltItem[] => {
      const blocks = this.blocks(given, depth + 1);
      return blocks.length === 0 ? [] : [{ isDone: blocks[0]?.type === 'paragraph' ? isDone : null, blocks }];
    });
    if (items.length === 0) return [];
    const start = list.start === null ? null : Math.min(NUMBER_MAX, Math.max(0, Math.trunc(list.start) || 0));
    const beginsWithText = items.some(({ blocks: [first] }) => first?.type === 'paragraph');
    const isSingle = items.length === 1 && items[0]?.blocks.length === 1;
    const isTight =
      !beginsWithText || isSingle || (list.isTight && items.every(({ blocks }) => isDense(blocks)));
    return [{ type: 'list', start, isTight, items }];
  }

  private table({ alignments: given, rows: all }: Extract<BuiltBlock, { type: 'table' }>): BuiltBlock[] {
    const columns = all.reduce((most, row) => Math.max(most, row.length), 0);
    const alignments = Array.from(
      { length: Math.min(columns, LIMITS.cellsOfTable) },
      (_, at) => given[at] ?? null,
    );
    if ((all.length + 1) * (columns + 2) > LIMITS.cellsOfTable)
      return all.flatMap((row) =>
        this.paragraph(row.flatMap((cell) => [...cell, { type: 'text', text: ' ' }])),
      );
    const rows = all.map((row) => alignments.map((_, at) => this.spans(row[at] ?? [], true)));
    return rows.every((row) => row.every(isBlank)) ? [] : [{ type: 'table', alignments, rows }];
  }

  /** The paragraphs, rows and code of blocks that are too deep, of any depth. */
  private flat(deep: BuiltBlock): BuiltBlock[] {
    const found: BuiltBlock[] = [];
    const open: BuiltBlock[] = [deep];
    for (let block = open.pop(); block !== undefined; block = open.pop()) {
      if (block.type === 'quote') open.push(...block.blocks.toReversed());
      else if (block.type === 'list') open.push(...block.items.flatMap(({ blocks }) => blocks).reverse());
      else found.push(...this.block(block, DEPTH_MAX));
    }
    return found;
  }
}

function normalFence({ text, language }: Extract<BuiltBlock, { type: 'fence' }>): BuiltBlock[] {
  const shown = cleaned(text);
  if (!isSeen(shown)) return [];
  return [{ type: 'fence', language: /^[A-Za-z0-9+#.-]{1,40}$/.test(language) ? language : '', text: shown }];
}

function isBlank(spans: readonly BuiltSpan[]): boolean {
  return spans.every((span) => {
    if ('spans' in span) return isBlank(span.spans);
    return span.type === 'break' || (span.type === 'text' && !isSeen(span.text));
  });
}

/** Whether no empty line is needed between the blocks of an item. */
export function isDense(blocks: readonly BuiltBlock[]): boolean {
  return blocks.every((block, at) => {
    const before = blocks[at - 1];
    if (before === undefined) return true;
    if (before.type !== 'paragraph') return false;
    return (
      block.type === 'fence' || block.type === 'quote' || (block.type === 'list' && (block.start ?? 1) === 1)
    );
  });
}
