import type { Token } from 'markdown-it';
import { LIMITS } from '../limits.js';
import { isSeen, textOf } from '../text-of.js';
import type { MarkedSpan, Span, TextSpan } from '../tree.js';
import { findAutolinks } from './autolinks.js';
import { placeOf } from './inline-state.js';
import { isUsable, otherHost } from './links.js';
import type { SpanWriter } from './span-writer.js';

const MARKED: Readonly<Record<string, MarkedSpan['type']>> = {
  strong: 'strong',
  em: 'emphasis',
  s: 'struck',
  spoiler: 'spoiler',
};

/** Makes spans of the tokens of a paragraph. */
export class SpanReader {
  private at = 0;
  private depth = 0;
  private isInLink = false;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly content: string,
    private readonly writer: SpanWriter,
  ) {}

  read(): Span[] {
    const spans: Span[] = [];
    while (this.at < this.tokens.length) this.readSome(spans);
    return spans;
  }

  /** Reads up to the end of what was opened. */
  private readInside(): Span[] {
    const spans: Span[] = [];
    let open = 1;
    this.depth++;
    while (this.at < this.tokens.length) {
      const { type = '', nesting = 0 } = this.tokens[this.at] ?? {};
      // Deeper marks are shown as they were typed.
      if (this.depth >= LIMITS.depth && !type.startsWith('link_')) open += nesting;
      else if (nesting < 0) open = 0;
      if (open === 0) break;
      this.readSome(spans);
    }
    this.at++;
    this.depth--;
    return spans;
  }

  private readSome(spans: Span[]): void {
    const token = this.tokens[this.at];
    this.at++;
    if (token === undefined) return;
    const marked = MARKED[token.type.replace(/_open$/, '')];
    if (token.type === 'link_open') this.readLink(spans, token);
    else if (marked !== undefined && this.depth < LIMITS.depth)
      spans.push({ type: marked, spans: this.readInside() });
    else this.readLeaf(spans, token);
  }

  private readLeaf(spans: Span[], token: Token): void {
    const { type, content, markup } = token;
    const { start, end } = placeOf(token);
    const isName = type === 'emoji' || ((type === 'mention' || type === 'channel') && !this.isInLink);
    if (type === 'code_inline') this.addCode(spans, token);
    else if (type === 'image') this.addImage(spans, token);
    else if (type === 'address') this.addAddress(spans, token);
    else if (isName) this.writer.addName(spans, type, this.writer.piece(content, start, end));
    else if (token.tag === 'br') {
      spans.push({ type: 'break' });
      this.writer.passed('\n');
    } else this.writer.addText(spans, this.writer.piece(content || markup, start, end));
  }

  private addCode(spans: Span[], token: Token): void {
    const { start, end } = placeOf(token);
    const { content, markup } = token;
    // A space on each side may have been taken off.
    const padding = (end - start - 2 * markup.length - content.length) / 2;
    const inside = start + markup.length + padding;
    spans.push({ type: 'code', ...this.writer.piece(content, inside, inside + content.length) });
    this.writer.passed(content);
  }

  private addAddress(spans: Span[], token: Token): void {
    const { content, info: href } = token;
    const { start } = placeOf(token);
    const from = this.content.startsWith('<', start) ? start + 1 : start;
    const piece = this.writer.piece(content, from, from + content.length);
    if (isUsable(href)) spans.push({ type: 'link', href, host: null, spans: [{ type: 'text', ...piece }] });
    else spans.push({ type: 'text', ...piece });
    this.writer.passed(content);
  }

  private readLink(spans: Span[], open: Token): void {
    const href = String(open.attrGet('href') ?? '');
    const { start } = placeOf(open);
    this.isInLink = true;
    const inside = this.readInside();
    this.isInLink = false;
    const close = this.tokens[this.at - 1];
    const shown = textOf(inside);
    if (isUsable(href) && isSeen(shown))
      spans.push({ type: 'link', href, host: otherHost(shown, href), spans: inside });
    else this.addTyped(spans, start, close === undefined ? this.content.length : placeOf(close).end);
  }

  /** An image is a link to it, and within a link what it is called. */
  private addImage(spans: Span[], token: Token): void {
    const href = String(token.attrGet('src') ?? '');
    const { start, end } = placeOf(token);
    const label = (token.children ?? [])
      .map(({ content }) => content)
      .join('')
      .trim();
    const piece = this.writer.piece(isSeen(label) ? label : href, start, end);
    if (this.isInLink) this.writer.addText(spans, piece);
    else if (isUsable(href)) {
      spans.push({ type: 'link', href, host: otherHost(label, href), spans: [{ type: 'text', ...piece }] });
      this.writer.passed(piece.text);
    } else this.addTyped(spans, start, end);
  }

  /** What would show nothing or lead nowhere stands as it was typed; addresses in it are links still. */
  private addTyped(spans: Span[], start: number, end: number): void {
    const typed = this.content.slice(start, end);
    for (const span of typedSpans(typed, start, this.writer))
      if (span.type === 'text') this.writer.addText(spans, span);
      else spans.push(span);
    this.writer.passed(typed);
  }
}

/** A typed text with its addresses as links, and nothing else in it. */
export function typedSpans(typed: string, offset: number, writer: SpanWriter): Span[] {
  const spans: Span[] = [];
  const text = (from: number, to: number): TextSpan => ({
    type: 'text',
    ...writer.piece(typed.slice(from, to), offset + from, offset + to),
  });
  let from = 0;
  for (const { start, end, href } of findAutolinks(typed)) {
    if (!isUsable(href)) continue;
    if (start > from) spans.push(text(from, start));
    spans.push({ type: 'link', href, host: null, spans: [text(start, end)] });
    from = end;
  }
  if (from < typed.length) spans.push(text(from, typed.length));
  return spans;
}
