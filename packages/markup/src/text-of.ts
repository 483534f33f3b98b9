import type { Block, Span } from './tree.js';

/** What spans show, without marks. */
export function textOf(spans: readonly Span[]): string {
  return spans.map(textOfSpan).join('');
}

function textOfSpan(span: Span): string {
  if (span.type === 'break') return '\n';
  return 'spans' in span ? textOf(span.spans) : span.text;
}

/** Whether nothing of a block would be seen. */
export function isBlank(block: Block): boolean {
  switch (block.type) {
    case 'rule':
      return false;
    case 'fence':
      return block.text.trim() === '';
    case 'quote':
      return block.blocks.every(isBlank);
    case 'list':
      return block.items.every(({ isDone, blocks }) => isDone === null && blocks.every(isBlank));
    case 'table':
      return block.rows.every((row) => row.every((cell) => textOf(cell).trim() === ''));
    default:
      return textOf(block.spans).trim() === '';
  }
}
