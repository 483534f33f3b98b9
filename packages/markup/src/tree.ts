/** A part of the text that was parsed, in UTF-16 units: from `start` to before `end`. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Characters that are shown, and where they were typed. Where both have the same length, each unit stands for one; where
 * not (`&amp;`), all of them stand for all.
 */
export interface Piece extends SourceRange {
  readonly text: string;
}

export interface TextSpan extends Piece {
  readonly type: 'text';
}

export interface CodeSpan extends Piece {
  readonly type: 'code';
}

/** `**strong**`, `*emphasis*`, `~~struck~~`, and `||spoiler||`, which is hidden until it is pressed. */
export interface MarkedSpan {
  readonly type: 'strong' | 'emphasis' | 'struck' | 'spoiler';
  readonly spans: readonly Span[];
}

export interface LinkSpan {
  readonly type: 'link';
  /** Of `http:`, `https:` or `mailto:`, encoded. */
  readonly href: string;
  /** The host that it leads to, where its text is the address of another one; else null. */
  readonly host: string | null;
  readonly spans: readonly Span[];
}

/** `@name`, as it was typed: `bob.` may be named bob, or end a sentence (`spellingsOf`). */
export interface MentionSpan extends Piece {
  readonly type: 'mention';
  readonly name: string;
}

/** `#name`. Whether there is such a channel is for others to say. */
export interface ChannelSpan extends Piece {
  readonly type: 'channel';
  readonly name: string;
}

/** `:name:`, with the skin tone after two colons. Whether there is such an emoji is for others to say. */
export interface EmojiSpan extends Piece {
  readonly type: 'emoji';
  readonly name: string;
}

export interface BreakSpan {
  readonly type: 'break';
}

export type Span =
  | TextSpan
  | CodeSpan
  | MarkedSpan
  | LinkSpan
  | MentionSpan
  | ChannelSpan
  | EmojiSpan
  | BreakSpan;

export interface Paragraph {
  readonly type: 'paragraph';
  readonly spans: readonly Span[];
}

export interface Heading {
  readonly type: 'heading';
  readonly level: number;
  readonly spans: readonly Span[];
}

export interface Quote {
  readonly type: 'quote';
  readonly blocks: readonly Block[];
}

export interface CodeBlock {
  readonly type: 'fence';
  readonly language: string;
  readonly text: string;
  /** Where each line of the text was typed. */
  readonly lines: readonly number[];
}

export interface ListItem {
  /** Whether the box before it is ticked; null where it has none. */
  readonly isDone: boolean | null;
  readonly blocks: readonly Block[];
}

export interface List {
  readonly type: 'list';
  /** The number of the first item; null where the items have none. */
  readonly start: number | null;
  /** Whether nothing separates the items, so that their paragraphs have no space around them. */
  readonly isTight: boolean;
  readonly items: readonly ListItem[];
}

export type Alignment = 'left' | 'center' | 'right' | null;

export interface Table {
  readonly type: 'table';
  readonly alignments: readonly Alignment[];
  /** The first row is the head. */
  readonly rows: ReadonlyArray<ReadonlyArray<readonly Span[]>>;
}

export interface Rule {
  readonly type: 'rule';
}

export type Block = Paragraph | Heading | Quote | CodeBlock | List | Table | Rule;
