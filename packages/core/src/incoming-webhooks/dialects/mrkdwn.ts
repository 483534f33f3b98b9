import {
  type BuiltBlock,
  type BuiltSpan,
  code,
  emphasis,
  fence,
  paragraph,
  quote,
  strong,
  struck,
} from '@palaver/markup/build';
import { type ListRow, linesOf, listsOf } from './card.js';
import { withEmoji } from './emoji-spans.js';
import { type Reading, TOKEN, tokenSpan, tokenText, unescaped } from './slack-tokens.js';

/** How a text of Slack is read: with `*bold*` and the like, or with its tokens alone. */
export interface MrkdwnReading extends Reading {
  readonly isFormatted: boolean;
}

const FENCE = /```([\s\S]*?)```/g;

/** Slack's mrkdwn as a tree (docs/incoming-webhooks.md). It takes time in proportion to the length of the text. */
export function mrkdwnBlocks(source: string, reading: MrkdwnReading): BuiltBlock[] {
  if (!reading.isFormatted) return paragraphs(source.split('\n'), reading);
  const [rest] = source.matchAll(/^(?:&gt;|>){3} ?/gm);
  if (rest === undefined || isInFence(source, rest.index)) return fencedBlocks(source, reading, false);
  // Three signs quote all that follows.
  const quoted = fencedBlocks(source.slice(rest.index + rest[0].length), reading, true);
  return [...fencedBlocks(source.slice(0, rest.index), reading, false), quote(...quoted)];
}

function isInFence(source: string, place: number): boolean {
  return (source.slice(0, place).match(/```/g)?.length ?? 0) % 2 === 1;
}

function fencedBlocks(source: string, reading: MrkdwnReading, isQuoted: boolean): BuiltBlock[] {
  const blocks: BuiltBlock[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: inside = '' } of source.matchAll(FENCE)) {
    blocks.push(...textBlocks(source.slice(from, index), reading, isQuoted));
    blocks.push(fence(codeText(inside.replace(/^\n|\n$/g, ''), reading)));
    from = index + whole.length;
  }
  return [...blocks, ...textBlocks(source.slice(from), reading, isQuoted)];
}

/** Code as Slack shows it: its tokens are what they show. */
function codeText(source: string, { names }: Reading): string {
  return unescaped(source.replace(new RegExp(TOKEN, 'g'), (token) => tokenText(token, names)));
}

const QUOTED = /^(?:&gt;|>) ?/;
const BULLET = /^([ \t]*)[•◦▪‣][ \t]*/;
type Kind = 'quote' | 'list' | 'text';

const kindOf = (line: string): Kind => (QUOTED.test(line) ? 'quote' : BULLET.test(line) ? 'list' : 'text');

/** A quote has none within it, as in Slack. */
function textBlocks(source: string, reading: MrkdwnReading, isQuoted: boolean): BuiltBlock[] {
  const blocks: BuiltBlock[] = [];
  const all = source.split('\n');
  const lines = isQuoted ? all.map((line) => line.replace(QUOTED, '')) : all;
  const kinds = lines.map((line) => (isQuoted && QUOTED.test(line) ? 'text' : kindOf(line)));
  for (let at = 0; at < lines.length; ) {
    const kind = kinds[at];
    let end = at + 1;
    while (kinds[end] === kind && end < lines.length) end++;
    const group = lines.slice(at, end);
    if (kind === 'quote') blocks.push(quote(...textBlocks(group.join('\n'), reading, true)));
    else if (kind === 'list') blocks.push(...listsOf(group.map((line) => listRow(line, reading))));
    else blocks.push(...paragraphs(group, reading));
    at = end;
  }
  return blocks;
}

function listRow(line: string, reading: MrkdwnReading): ListRow {
  const [sign = '', indent = ''] = BULLET.exec(line) ?? [];
  const depth = indent.replaceAll('\t', '    ').length;
  return { depth, number: null, blocks: [paragraph(...lineSpans(line.slice(sign.length), reading))] };
}

/** Empty lines are between paragraphs. */
function paragraphs(lines: readonly string[], reading: MrkdwnReading): BuiltBlock[] {
  const blocks: BuiltBlock[] = [];
  let rows: BuiltSpan[][] = [];
  for (const line of [...lines, '']) {
    if (line.trim() !== '') rows.push(lineSpans(line, reading));
    else {
      blocks.push(...linesOf(rows));
      rows = [];
    }
  }
  return blocks;
}

/** Stands for a span in a line whose marks are looked for; the character itself is such a span too. */
const SPAN = '\ue000';
const PARTS = new RegExp(`\`([^\`\\n]+)\`|${TOKEN}|${SPAN}`, 'g');
const TOKENS = new RegExp(`${TOKEN}|${SPAN}`, 'g');

function lineSpans(line: string, reading: MrkdwnReading): BuiltSpan[] {
  const spans: BuiltSpan[] = [];
  const outline = line.replace(reading.isFormatted ? PARTS : TOKENS, (whole, inside: unknown) => {
    if (whole === SPAN) spans.push({ type: 'text', text: SPAN });
    else if (typeof inside === 'string') spans.push(code(codeText(inside, reading)));
    else spans.push(tokenSpan(whole, reading));
    return SPAN;
  });
  return reading.isFormatted ? marked(outline, spans.values()) : plain(outline, spans.values());
}

/** `*bold*`, `_italic_` and `~struck~` begin and end at a word, as in Slack. */
const MARKED = new RegExp(
  [String.raw`\*`, '_', '~']
    .map((sign) => {
      const [word, other] = [String.raw`[\p{L}\p{N}${sign}]`, `[^${sign}]`];
      return String.raw`(?<!${word})${sign}(?=\S)(${other}*(?!\s)${other})${sign}(?!${word})`;
    })
    .join('|'),
  'gu',
);

/** A line with its marks. The spans that it stands for come in order. */
function marked(outline: string, spans: Iterator<BuiltSpan, undefined>): BuiltSpan[] {
  const found: BuiltSpan[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: bold, 2: italic, 3: through } of outline.matchAll(MARKED)) {
    found.push(...plain(outline.slice(from, index), spans));
    if (bold !== undefined) found.push(strong(...marked(bold, spans)));
    else if (italic !== undefined) found.push(emphasis(...marked(italic, spans)));
    else found.push(struck(...marked(through ?? '', spans)));
    from = index + whole.length;
  }
  return [...found, ...plain(outline.slice(from), spans)];
}

function plain(outline: string, spans: Iterator<BuiltSpan, undefined>): BuiltSpan[] {
  return outline.split(SPAN).flatMap((shown, at) => {
    const span = at === 0 ? undefined : spans.next().value;
    return [...(span === undefined ? [] : [span]), ...withEmoji(unescaped(shown))];
  });
}
