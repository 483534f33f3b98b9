import MarkdownIt, { type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { type Autolink, findAutolinks } from './autolinks.js';
import { ParsedText } from './block-state.js';

/**
 * CommonMark with the tables and strikethrough of GFM. HTML is text. Emphasis beside punctuation of Chinese, Japanese and
 * Korean works by the amendment of markdown-it-cjk-friendly.
 */
export const md = new MarkdownIt({ html: false }).use(cjkFriendly);

/** Where a token is in the text of its paragraph. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a token is, which the state writes where tokens of blocks have their lines. Of the beginning of a link its `start`
 * alone is known, of its end the `end`.
 */
export function placeOf({ map }: Token): Place {
  return { start: map?.[0] ?? 0, end: map?.[1] ?? 0 };
}

/** The state of the parser of one paragraph, which also knows where each token is. */
export class InlineState extends md.inline.State {
  /** Where the text begins that is not in a token yet. */
  private pendingStart = 0;
  private ruleStart = 0;
  private placed = 0;
  private found: readonly Autolink[] | null = null;

  /** Called before the rules at each position: places what the rule before has made. */
  settle(): void {
    let at = this.ruleStart;
    for (; this.placed < this.tokens.length; this.placed++) {
      const token = this.tokens[this.placed];
      if (token === undefined || token.map !== null) continue;
      if (token.type === 'text') {
        // Delimiters, one after the other.
        token.map = [at, at + token.content.length];
        at += token.content.length;
      } else token.map = [this.ruleStart, this.pos];
    }
    this.ruleStart = this.pos;
    if (this.pending === '') this.pendingStart = this.pos;
  }

  /** The last token in a link or a spoiler has its place before that is left. */
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (nesting < 0) {
      if (this.pending !== '') this.pushPending();
      this.settle();
    }
    return super.push(type, tag, nesting);
  }

  override pushPending(): Token {
    const token = super.pushPending();
    token.map = [this.pendingStart, this.pendingStart + token.content.length];
    return token;
  }

  /** Takes a step where one is left; else the rest is plain text. */
  mayStep(): boolean {
    if (!(this.env instanceof ParsedText) || this.env.stepsLeft-- > 0) return true;
    this.pending += this.src.slice(this.pos, this.posMax);
    this.pos = this.posMax;
    return false;
  }

  /** The first address that begins at a position or after it. */
  autolinkFrom(position: number): Autolink | undefined {
    this.found ??= findAutolinks(this.src);
    let [low, high] = [0, this.found.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.found[middle]?.start ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return this.found[low];
  }
}
