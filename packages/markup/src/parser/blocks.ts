import type { Token } from 'markdown-it';
import { isBlank } from '../text-of.js';
import type { Alignment, Block, ListItem, Span } from '../tree.js';
import type { ParsedText } from './block-state.js';
import { isUsable } from './links.js';
import { cellPlaces, codeLines, linePlaces } from './places.js';
import type { Source } from './source.js';
import { MentionCount, SpanWriter } from './span-writer.js';
import { SpanReader, typedSpans } from './spans.js';

/** Makes blocks of the tokens of a text. */
export class BlockReader {
  private at = 0;
  private readonly mentions = new MentionCount();
  private readonly usedLabels: ReadonlySet<unknown>;

  constructor(
    private readonly source: Source,
    private readonly tokens: readonly Token[],
    private readonly parsed: ParsedText,
  ) {
    this.usedLabels = new Set(tokens.flatMap(({ children }) => children?.flatMap(labelUsed) ?? []));
  }

  /** Reads up to a token that closes. */
  read(): Block[] {
    const blocks: Block[] = [];
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at];
      if (token === undefined || token.nesting < 0) break;
      this.at++;
      const block = this.block(token);
      // What would show nothing is shown as it was typed.
      if (block !== null) blocks.push(isBlank(block) ? this.typed(token) : block);
    }
    this.at++;
    return blocks;
  }

  private block(token: Token): Block | null {
    switch (token.type) {
      case 'paragraph_open':
        return { type: 'paragraph', spans: this.inline(token) };
      case 'heading_open':
        return { type: 'heading', level: Number(token.tag.slice(1)), spans: this.inline(token) };
      case 'blockquote_open':
        return { type: 'quote', blocks: this.read() };
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.list(token);
      case 'fence':
      case 'code_block':
        return this.code(token);
      case 'table_open':
        return this.table();
      case 'hr':
        return { type: 'rule' };
      case 'reference_definition':
        return this.usedLabels.has(token.meta?.label) ? null : this.typed(token);
      default:
        return this.typed(token);
    }
  }

  private typed(token: Token): Block {
    const [first = 0, last = first + 1] = token.map ?? [];
    const start = this.parsed.starts.get(token) ?? this.source.startOfLine(first);
    const typed = this.source.text.slice(start, this.source.endOfLine(last - 1)).trimEnd();
    const writer = this.writer((place) => place);
    const spans: Span[] = [];
    let offset = start;
    for (const line of typed.split('\n')) {
      if (offset > start) spans.push({ type: 'break' });
      spans.push(...typedSpans(line, offset, writer));
      offset += line.length + 1;
    }
    return { type: 'paragraph', spans };
  }

  private writer(place: (at: number) => number): SpanWriter {
    return new SpanWriter((at) => this.source.original(place(at)), this.mentions);
  }

  /** The token of the text of a paragraph, and the one that closes it. */
  private inline({ map }: Token): Span[] {
    const token = this.tokens[this.at];
    this.at += 2;
    if (token?.type !== 'inline') return [];
    return this.spans(token, linePlaces(this.source, token.content, map?.[0] ?? 0));
  }

  private spans({ children, content }: Token, place: (at: number) => number): Span[] {
    return new SpanReader(children ?? [], content, this.writer(place)).read();
  }

  private code({ type, content, info, map }: Token): Block {
    const text = content.replace(/\n$/, '');
    const first = (map?.[0] ?? 0) + (type === 'fence' ? 1 : 0);
    const lines = codeLines(this.source, text, first).map((place) => this.source.original(place));
    return { type: 'fence', language: info.trim().split(/\s/, 1)[0] ?? '', text, lines };
  }

  private list(open: Token): Block {
    const items: ListItem[] = [];
    let isTight = true;
    while (this.tokens[this.at]?.type === 'list_item_open') {
      this.at++;
      isTight &&= !this.hasLooseParagraph();
      items.push(withBox(this.read()));
    }
    this.at++;
    const start = open.type === 'ordered_list_open' ? Number(open.attrGet('start') ?? 1) : null;
    return { type: 'list', start, isTight, items };
  }

  private hasLooseParagraph(): boolean {
    const token = this.tokens[this.at];
    return token?.type === 'paragraph_open' && !token.hidden;
  }

  private table(): Block {
    const alignments: Alignment[] = [];
    const rows: Span[][][] = [];
    let place: ((content: string) => (at: number) => number) | null = null;
    for (; this.tokens[this.at]?.type !== 'table_close'; this.at++) {
      const token = this.tokens[this.at];
      if (token === undefined) break;
      if (token.type === 'tr_open') {
        rows.push([]);
        place = cellPlaces(this.source, token.map?.[0] ?? 0);
      } else if (token.type === 'th_open') alignments.push(alignmentOf(token));
      else if (token.type === 'inline' && place !== null)
        rows.at(-1)?.push(this.spans(token, place(token.content)));
    }
    this.at++;
    return { type: 'table', alignments, rows };
  }
}

/** The label of the definition that a link or an image uses. */
function labelUsed(token: Token): unknown[] {
  const target = String(token.attrGet('href') ?? token.attrGet('src') ?? '');
  return token.meta?.label !== undefined && isUsable(target) ? [token.meta.label] : [];
}

function alignmentOf(cell: Token): Alignment {
  const [, side] = /text-align:(left|center|right)/.exec(String(cell.attrGet('style') ?? '')) ?? [];
  return side === 'left' || side === 'center' || side === 'right' ? side : null;
}

const BOX = /^\[([ xX])\][ \t]+/;

/** An item of a list of tasks begins with a box (GFM 0.29, 5.3). */
function withBox(blocks: readonly Block[]): ListItem {
  const [first, ...rest] = blocks;
  const [text, ...spans] = first?.type === 'paragraph' ? first.spans : [];
  const [box, mark] = text?.type === 'text' ? (BOX.exec(text.text) ?? []) : [];
  if (text?.type !== 'text' || box === undefined || text.text.length !== text.end - text.start)
    return { isDone: null, blocks };
  const left = { ...text, text: text.text.slice(box.length), start: text.start + box.length };
  const shown = left.text === '' ? spans : [left, ...spans];
  return { isDone: mark !== ' ', blocks: [{ type: 'paragraph', spans: shown }, ...rest] };
}
