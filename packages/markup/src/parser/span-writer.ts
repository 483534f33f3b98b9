import { LIMITS } from '../limits.js';
import { lastCharacter, mayStandBefore, spellingsOf } from '../names.js';
import type { Piece, Span } from '../tree.js';

/** Where the units of a paragraph's text are in the original. */
export type Places = (place: number) => number;

/** Names that mention, of a whole text: those beyond this many mention nobody. */
export class MentionCount {
  private readonly names = new Set<string>();

  admits(name: string): boolean {
    this.names.add(name.toLowerCase());
    return this.names.size <= LIMITS.names;
  }
}

/** Collects the spans of a paragraph, and decides of names by what stands before them. */
export class SpanWriter {
  /** The last character that is shown; marks of emphasis are none. */
  private before = '';
  /** Whether the last span names somebody, after whom a slash is no path. */
  private isAfterMention: 'directly' | 'with a slash' | false = false;

  constructor(
    private readonly places: Places,
    private readonly mentions: MentionCount,
  ) {}

  piece(text: string, start: number, end: number): Piece {
    return { text, start: this.places(start), end: this.places(end) };
  }

  addText(spans: Span[], piece: Piece): void {
    if (piece.text === '') return;
    const last = spans.at(-1);
    if (last?.type === 'text' && last.end === piece.start && isLiteral(last) && isLiteral(piece))
      spans[spans.length - 1] = { ...last, text: last.text + piece.text, end: piece.end };
    else spans.push({ type: 'text', ...piece });
    this.passed(piece.text);
  }

  addName(spans: Span[], type: 'mention' | 'channel' | 'emoji', piece: Piece): void {
    if (!this.isName(type, piece.text)) {
      this.addText(spans, piece);
      return;
    }
    const name = type === 'emoji' ? piece.text.slice(1, -1) : piece.text.slice(1);
    spans.push({ type, name, ...piece });
    this.passed(piece.text);
    this.isAfterMention = type === 'mention' ? 'directly' : false;
    if (type === 'emoji') this.before = '';
  }

  /** Notes what is shown last, of spans that have no names in them. */
  passed(shown: string): void {
    this.isAfterMention = this.isAfterMention === 'directly' && shown === '/' ? 'with a slash' : false;
    this.before = lastCharacter(shown) || this.before;
  }

  private isName(type: 'mention' | 'channel' | 'emoji', typed: string): boolean {
    if (type === 'emoji') return !/[\p{N}:]/u.test(this.before);
    if (!mayStandBefore(this.before) && this.isAfterMention !== 'with a slash') return false;
    const name = typed.slice(1);
    return type === 'channel' || (spellingsOf(name).length > 0 && this.mentions.admits(name));
  }
}

function isLiteral({ text, start, end }: Piece): boolean {
  return text.length === end - start;
}
