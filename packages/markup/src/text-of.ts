import type { Block, Span } from './tree.js';

/** What spans show, without marks. */
export function textOf(spans: readonly Span[]): string {
  return spans.map(textOfSpan).join('');
}

function textOfSpan(span: Span): string {
  if (span.type === 'break') return '\n';
  return 'spans' in span ? textOf(span.spans) : span.text;
}

const SEEN = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows anything: space, controls and what Unicode says to show nothing for do not (U+2800 is a blank). */
export function isSeen(text: string): boolean {
  return SEEN.test(text);
}

/** Whether nothing of a block would be seen. */
export function isBlank(block: Block): boolean {
  switch (block.type) {
    case 'rule':
      return false;
    case 'fence':
      return !isSeen(block.text);
    case 'quote':
      return block.blocks.every(isBlank);
    case 'list':
      return block.items.every(({ isDone, blocks }) => isDone === null && blocks.every(isBlank));
    case 'table':
      return block.rows.every((row) => row.every((cell) => !isSeen(textOf(cell))));
    default:
      return !isSeen(textOf(block.spans));
  }
}
