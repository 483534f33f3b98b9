import type { Alignment, MarkedSpan } from '../tree.js';

/** What a text is built of: the tree that parsing gives, without the places. */
export type BuiltSpan =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: MarkedSpan['type']; readonly spans: readonly BuiltSpan[] }
  | { readonly type: 'link'; readonly href: string; readonly spans: readonly BuiltSpan[] }
  | { readonly type: 'mention' | 'channel' | 'emoji'; readonly name: string }
  | { readonly type: 'break' };

export interface BuiltItem {
  readonly isDone: boolean | null;
  readonly blocks: readonly BuiltBlock[];
}

export type BuiltCell = readonly BuiltSpan[];

export type BuiltBlock =
  | { readonly type: 'paragraph'; readonly spans: readonly BuiltSpan[] }
  | { readonly type: 'heading'; readonly level: number; readonly spans: readonly BuiltSpan[] }
  | { readonly type: 'quote'; readonly blocks: readonly BuiltBlock[] }
  | { readonly type: 'fence'; readonly language: string; readonly text: string }
  | {
      readonly type: 'list';
      readonly start: number | null;
      readonly isTight: boolean;
      readonly items: readonly BuiltItem[];
    }
  | {
      readonly type: 'table';
      readonly alignments: readonly Alignment[];
      readonly rows: ReadonlyArray<readonly BuiltCell[]>;
    }
  | { readonly type: 'rule' };

/** A text stands for a span of it. */
export type Content = string | BuiltSpan;

export function spansIn(contents: readonly Content[]): BuiltSpan[] {
  return contents.map((content) => (typeof content === 'string' ? text(content) : content));
}

/** Characters that are shown as they are; an address in them is a link. */
export const text = (shown: string): BuiltSpan => ({ type: 'text', text: shown });
export const code = (shown: string): BuiltSpan => ({ type: 'code', text: shown });
const marked =
  (type: MarkedSpan['type']) =>
  (...contents: readonly Content[]): BuiltSpan => ({ type, spans: spansIn(contents) });
export const strong = marked('strong');
export const emphasis = marked('emphasis');
export const struck = marked('struck');
export const spoiler = marked('spoiler');
export const mention = (name: string): BuiltSpan => ({ type: 'mention', name });
export const channel = (name: string): BuiltSpan => ({ type: 'channel', name });
export const emoji = (name: string): BuiltSpan => ({ type: 'emoji', name });
export const lineBreak: BuiltSpan = { type: 'break' };

/** A link. Where it may not lead there, its text stays; where it has no text, its address is shown. */
export function link(href: string, ...contents: readonly Content[]): BuiltSpan {
  return { type: 'link', href, spans: spansIn(contents) };
}

export function paragraph(...contents: readonly Content[]): BuiltBlock {
  return { type: 'paragraph', spans: spansIn(contents) };
}

export function heading(level: number, ...contents: readonly Content[]): BuiltBlock {
  return { type: 'heading', level, spans: spansIn(contents) };
}

export const quote = (...blocks: readonly BuiltBlock[]): BuiltBlock => ({ type: 'quote', blocks });
export const fence = (shown: string, language = ''): BuiltBlock => ({ type: 'fence', language, text: shown });
export const rule: BuiltBlock = { type: 'rule' };

/** A list whose items are blocks; with a `start`, its items have numbers. */
export function list(items: ReadonlyArray<readonly BuiltBlock[]>, start: number | null = null): BuiltBlock {
  return {
    type: 'list',
    start,
    isTight: true,
    items: items.map((blocks) => ({ isDone: null, blocks })),
  };
}

/** A table; its first row is the head. */
export function table(
  rows: ReadonlyArray<readonly BuiltCell[]>,
  alignments: readonly Alignment[] = [],
): BuiltBlock {
  return { type: 'table', alignments, rows };
}
