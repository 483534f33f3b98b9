import type { Block, Piece, SourceRange, Span } from './tree.js';

/** What a text shows, without marks, and where each part of it was typed. */
export class PlainText {
  readonly text: string;
  /** Each piece with its place in the plain text, in order. */
  private readonly pieces: ReadonlyArray<readonly [at: number, piece: Piece]>;

  constructor(pieces: readonly Piece[]) {
    let text = '';
    this.pieces = pieces.map((piece) => {
      const at = text.length;
      text += piece.text;
      return [at, piece] as const;
    });
    this.text = text;
  }

  /** The part of the original that a part of the plain text was made of. */
  original({ start, end }: SourceRange): SourceRange {
    const first = this.pieces[this.indexAt(start)];
    const last = this.pieces[this.indexAt(Math.max(start, end - 1))];
    if (first === undefined || last === undefined) return { start: 0, end: 0 };
    return { start: inOriginal(first, start, 'start'), end: inOriginal(last, end, 'end') };
  }

  /** The part of the plain text that shows a part of the original; empty where nothing of it is shown. */
  shown({ start, end }: SourceRange): SourceRange {
    const within = this.pieces.filter(
      ([, piece]) => piece.start < end && piece.end > start && piece.end > piece.start,
    );
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined) return { start: 0, end: 0 };
    return { start: inShown(first, start, 'start'), end: inShown(last, end, 'end') };
  }

  private indexAt(place: number): number {
    let [low, high] = [0, this.pieces.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.pieces[middle]?.[0] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

type Placed = readonly [at: number, piece: Piece];

function inOriginal([at, piece]: Placed, place: number, side: 'start' | 'end'): number {
  if (piece.text.length !== piece.end - piece.start) return piece[side];
  return Math.min(piece.end, Math.max(piece.start, piece.start + place - at));
}

function inShown([at, piece]: Placed, place: number, side: 'start' | 'end'): number {
  if (piece.text.length !== piece.end - piece.start) return side === 'start' ? at : at + piece.text.length;
  return at + Math.min(piece.text.length, Math.max(0, place - piece.start));
}

/** What blocks show as one text: a line for each line, and a space between cells. */
export function plainText(blocks: readonly Block[]): PlainText {
  return new PlainText(piecesOfBlocks(blocks, shownSpan));
}

/** The same at a glance, for where nobody can press: spoilers stay covered. */
export function coveredText(blocks: readonly Block[]): PlainText {
  return new PlainText(piecesOfBlocks(blocks, coveredSpan));
}

type PiecesOf<Part> = (part: Part) => Piece[];

function piecesOfBlocks(blocks: readonly Block[], ofSpan: PiecesOf<Span>): Piece[] {
  return joined(
    blocks.map((block) => piecesOfBlock(block, ofSpan)),
    '\n',
  );
}

function piecesOfBlock(block: Block, ofSpan: PiecesOf<Span>): Piece[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return block.spans.flatMap(ofSpan);
    case 'quote':
      return piecesOfBlocks(block.blocks, ofSpan);
    case 'list':
      return joined(
        block.items.map(({ blocks }) => piecesOfBlocks(blocks, ofSpan)),
        '\n',
      );
    case 'table':
      return joined(
        block.rows.map((row) =>
          joined(
            row.map((cell) => cell.flatMap(ofSpan)),
            ' ',
          ),
        ),
        '\n',
      );
    case 'fence':
      return joined(
        block.text.split('\n').map((text, line) => {
          const start = block.lines[line] ?? 0;
          return [{ text, start, end: start + text.length }];
        }),
        '\n',
      );
    case 'rule':
      return [];
  }
}

function shownSpan(span: Span): Piece[] {
  return piecesOfSpan(span, shownSpan);
}

function coveredSpan(span: Span): Piece[] {
  if (span.type !== 'spoiler') return piecesOfSpan(span, coveredSpan);
  const inside = shownSpan(span).filter(({ start, end }) => end > start);
  return [{ text: COVER, start: inside.at(0)?.start ?? 0, end: inside.at(-1)?.end ?? 0 }];
}

const COVER = '▒▒▒▒';

function piecesOfSpan(span: Span, ofSpan: PiecesOf<Span>): Piece[] {
  if (span.type === 'break') return [separator('\n')];
  if (!('spans' in span)) return [span];
  const inside = span.spans.flatMap(ofSpan);
  if (span.type !== 'link' || span.host === null) return inside;
  const { end = 0 } = inside.at(-1) ?? {};
  return [...inside, { text: ` (${span.host})`, start: end, end }];
}

function joined(parts: readonly Piece[][], between: string): Piece[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [separator(between), ...part]));
}

/** What was not typed: it has no place. */
const separator = (text: string): Piece => ({ text, start: 0, end: 0 });
