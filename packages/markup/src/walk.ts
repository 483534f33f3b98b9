import type { Block, Span } from './tree.js';

/** All spans of a tree, those within others after them. */
export function* spansOf(blocks: readonly Block[]): Generator<Span, void> {
  for (const block of blocks) {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        yield* inside(block.spans);
        break;
      case 'quote':
        yield* spansOf(block.blocks);
        break;
      case 'list':
        for (const { blocks: within } of block.items) yield* spansOf(within);
        break;
      case 'table':
        for (const row of block.rows) for (const cell of row) yield* inside(cell);
    }
  }
}

function* inside(spans: readonly Span[]): Generator<Span, void> {
  for (const span of spans) {
    yield span;
    if ('spans' in span) yield* inside(span.spans);
  }
}
