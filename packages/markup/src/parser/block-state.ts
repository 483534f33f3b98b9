import MarkdownIt, { type StateBlock, type Token } from 'markdown-it';
import { LIMITS } from '../limits.js';

/** What is known of the tokens of one text beside themselves. */
export class ParsedText {
  stepsLeft: number = LIMITS.steps;
  /** Where a block begins, by its first token: behind the marks of what it is in. */
  readonly starts = new Map<Token, number>();
  references?: Record<string, { title: string; href: string }>;
  [key: string | symbol]: unknown;
}

/** The state of the parser of blocks, which also knows how deep it is, and where the blocks begin. */
export class BlockState extends MarkdownIt.StateBlock {
  private depth = 0;
  private blockStart: number | null = null;

  /** What a list item or a quote has in it counts as deeper. */
  get isBeyondLimits(): boolean {
    return this.depth >= LIMITS.depth || this.tokens.length > LIMITS.blockTokens;
  }

  startOf(line: number): number {
    return (this.bMarks[line] ?? 0) + (this.tShift[line] ?? 0);
  }

  endOf(line: number): number {
    return this.eMarks[line] ?? this.src.length;
  }

  beginBlock(line: number): void {
    this.blockStart = this.startOf(line);
  }

  /** A block of lines that are shown as they are. */
  pushPlain(from: number, to: number): void {
    const token = this.push('plain', '', 0);
    token.map = [from, to];
    this.line = to;
  }

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = super.push(type, tag, nesting);
    if (type === 'blockquote_open' || type === 'list_item_open') this.depth++;
    if (type === 'blockquote_close' || type === 'list_item_close') this.depth--;
    if (this.blockStart !== null && this.env instanceof ParsedText)
      this.env.starts.set(token, this.blockStart);
    this.blockStart = null;
    return token;
  }
}

const DELIMITER_ROW = /^[|:\- \t]+$/;

/** Notes where a block begins, and takes what is beyond the limits: the rest of what it is in, and tables with too many cells. */
export function boundedBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (silent || !(state instanceof BlockState)) return false;
  state.beginBlock(startLine);
  if (state.isBeyondLimits) {
    state.pushPlain(startLine, endOfContainer(state, startLine, endLine));
    return true;
  }
  const end = endOfHugeTable(state, startLine, endLine);
  if (end === null) return false;
  state.pushPlain(startLine, end);
  return true;
}

function endOfContainer(state: BlockState, startLine: number, endLine: number): number {
  let line = startLine + 1;
  while (line < endLine && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent)) line++;
  return line;
}

function endOfHugeTable(state: BlockState, startLine: number, endLine: number): number | null {
  if (startLine + 1 >= endLine) return null;
  const delimiters = state.src.slice(state.startOf(startLine + 1), state.endOf(startLine + 1));
  if (!DELIMITER_ROW.test(delimiters) || !delimiters.includes('-')) return null;
  let line = startLine;
  while (line < endLine && !state.isEmpty(line)) line++;
  const columns = delimiters.split('|').length;
  return (line - startLine) * columns > LIMITS.cellsOfTable ? line : null;
}
