import {
  type BuiltBlock,
  type BuiltSpan,
  lineBreak,
  link,
  list,
  paragraph,
  quote,
  strong,
} from '@palaver/markup/build';

/** What programs show beside a text: attachments of Slack, embeds of Discord. */
export interface Card {
  /** Lines at the top: who it is from, and what it is called. */
  readonly head: ReadonlyArray<readonly BuiltSpan[]>;
  readonly body: readonly BuiltBlock[];
  readonly fields: readonly CardField[];
  /** Pictures and buttons. */
  readonly links: ReadonlyArray<readonly BuiltSpan[]>;
  readonly foot: readonly BuiltSpan[];
}

export interface CardField {
  readonly name: readonly BuiltSpan[];
  readonly value: readonly BuiltBlock[];
}

/** A card as a quotation. */
export function cardBlock({ head, body, fields, links, foot }: Card): BuiltBlock {
  return quote(...linesOf(head), ...body, ...fieldBlocks(fields), ...linesOf(links), ...linesOf([foot]));
}

/** A paragraph with a line for each row that says something. */
export function linesOf(rows: ReadonlyArray<readonly BuiltSpan[]>): BuiltBlock[] {
  const spans = between(rows, [lineBreak]);
  return spans.length === 0 ? [] : [paragraph(...spans)];
}

/** Rows with something between each two that say something. */
export function between(
  rows: ReadonlyArray<readonly BuiltSpan[]>,
  separator: readonly BuiltSpan[],
): BuiltSpan[] {
  return rows.filter((row) => row.length > 0).flatMap((row, at) => (at === 0 ? row : [...separator, ...row]));
}

/** Fields with a line each; what is more than a line comes below its name. */
export function fieldBlocks(fields: readonly CardField[]): BuiltBlock[] {
  const blocks: BuiltBlock[] = [];
  let rows: BuiltSpan[][] = [];
  for (const { name, value } of fields) {
    const [first, ...others] = value;
    const title = name.length === 0 ? [] : [strong(...name)];
    if (first?.type === 'paragraph' && others.length === 0)
      rows.push(between([title, first.spans], [{ type: 'text', text: ': ' }]));
    else {
      blocks.push(...linesOf([...rows, title]), ...value);
      rows = [];
    }
  }
  return [...blocks, ...linesOf(rows)];
}

/** A link of this label; nothing where it has no address. */
export function linkRow(label: string, url: string | null): BuiltSpan[] {
  return url !== null && URL.canParse(url.trim()) ? [link(url, label)] : [];
}

/** What blocks say, as a part of a line. */
export function inLine(blocks: readonly BuiltBlock[]): BuiltSpan[] {
  return between(blocks.map(spansOfBlock), [lineBreak]);
}

function spansOfBlock(block: BuiltBlock): readonly BuiltSpan[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return block.spans;
    case 'quote':
      return inLine(block.blocks);
    case 'list':
      return inLine(block.items.flatMap(({ blocks }) => blocks));
    case 'table':
      return between(
        block.rows.map((row) => between(row, [{ type: 'text', text: ' ' }])),
        [lineBreak],
      );
    case 'fence':
      return [{ type: 'code', text: block.text }];
    case 'rule':
      return [];
  }
}

/** A row of a list with others within it. */
export interface ListRow {
  readonly depth: number;
  /** The number of the row; null where it has none. */
  readonly number: number | null;
  readonly blocks: readonly BuiltBlock[];
}

/** Rows as lists, those that are deeper within the row before them. */
export function listsOf(rows: readonly ListRow[]): BuiltBlock[] {
  const lists: BuiltBlock[] = [];
  for (let at = 0; at < rows.length; ) {
    const { depth = 0, number = null } = rows[at] ?? {};
    const items: BuiltBlock[][] = [];
    while (at < rows.length) {
      const row = rows[at];
      if (row === undefined || row.depth < depth) break;
      let end = at + 1;
      while ((rows[end]?.depth ?? 0) > depth) end++;
      if (row.depth > depth || (row.number === null) !== (number === null)) break;
      items.push([...row.blocks, ...listsOf(rows.slice(at + 1, end))]);
      at = end;
    }
    if (items.length === 0) at++;
    else lists.push(list(items, number));
  }
  return lists;
}

/** Seconds since 1970 as a text that everybody reads alike; null for what is no time. */
export function instantText(seconds: number): string | null {
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
