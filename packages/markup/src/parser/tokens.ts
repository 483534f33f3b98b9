import type { Token } from 'markdown-it';
import { BlockState, boundedBlock, ParsedText } from './block-state.js';
import * as rules from './inline-rules.js';
import { InlineState, md } from './inline-state.js';
import { encoded } from './links.js';

md.block.State = BlockState;
md.block.ruler.before('table', 'bounded', boundedBlock);
md.inline.State = InlineState;
md.inline.ruler.at('text', rules.text);
md.inline.ruler.at('autolink', rules.bracketedAddress);
md.inline.ruler.before('text', 'settle', rules.settle);
md.inline.ruler.before('text', 'address', rules.address);
md.inline.ruler.after('text', 'mention', rules.mention);
md.inline.ruler.after('text', 'channel', rules.channel);
md.inline.ruler.after('text', 'emoji', rules.emoji);
md.inline.ruler.after('text', 'spoiler', rules.spoiler);
md.inline.ruler2.before('balance_pairs', 'settle', (state) => {
  if (state instanceof InlineState) state.settle();
});
// The tree joins texts itself, as it knows where they are; what is not used of references is shown.
md.inline.ruler2.disable('fragments_join');
md.core.ruler.at('inline', rules.inlines);
md.core.ruler.disable(['text_join', 'strip_references', 'linkify']);
// What a link may lead to is decided where the tree is made, so that one which may not is shown as it was typed.
md.validateLink = () => true;
md.normalizeLink = encoded;

/** The tokens of a text in which lines end with a line feed. */
export function tokensOf(source: string): { readonly tokens: readonly Token[]; readonly parsed: ParsedText } {
  const parsed = new ParsedText();
  return { tokens: md.parse(source, parsed), parsed };
}
