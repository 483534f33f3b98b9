import { BlockReader } from './parser/blocks.js';
import { Source } from './parser/source.js';
import { tokensOf } from './parser/tokens.js';
import type { Block } from './tree.js';

/**
 * Reads the text of a message: CommonMark 0.31 and GFM (tables, strikethrough, task lists, addresses), with names, emoji and
 * spoilers. No text is refused, and the time that one takes is in proportion to its length.
 */
export function parse(text: string): Block[] {
  const source = new Source(text);
  const { tokens, parsed } = tokensOf(source.text);
  return new BlockReader(source, tokens, parsed).read();
}
