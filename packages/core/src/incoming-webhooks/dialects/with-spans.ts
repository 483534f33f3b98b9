import type { Block, Span } from '@palaver/markup';
import type { BuiltBlock, BuiltSpan } from '@palaver/markup/build';

/** Blocks with other spans in them. What is within marks and links is for `convert` to go into. */
export function withSpans(
  blocks: readonly Block[],
  convert: (spans: readonly Span[]) => BuiltSpan[],
): BuiltBlock[] {
  const within = (inner: readonly Block[]) => withSpans(inner, convert);
  return blocks.map((block): BuiltBlock => {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        return { ...block, spans: convert(block.spans) };
      case 'quote':
        return { ...block, blocks: within(block.blocks) };
      case 'list':
        return {
          ...block,
          items: block.items.map(({ isDone, blocks: inner }) => ({ isDone, blocks: within(inner) })),
        };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(convert)) };
      default:
        return block;
    }
  });
}
