import { parse, type Span } from '@palaver/markup';
import { type BuiltBlock, type BuiltSpan, emoji, mention, quote, text } from '@palaver/markup/build';
import { instantText } from './card.js';
import { withSpans } from './with-spans.js';

/** What a text of Discord is read with. */
export interface DiscordReading {
  /** The usernames of this service's users, by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly onUser: (id: string, name: string) => void;
  /** Hears of `@everyone`, which is `channel` here, and of `@here`; null where they say nothing. */
  readonly onEveryone: ((name: 'channel' | 'here') => void) | null;
}

/** A user, a channel, a role, an emoji or an instant. */
const REFERENCE = /<(@!?|#|@&|a?:\w{2,32}:|t:)([\w-]{1,64})(?::[a-zA-Z])?>/g;

/** Quotes all that follows. */
const QUOTING = /^>>> (?=\s*\S)/m;
const FENCE = '```';
/** Begins a line of small print. */
const SUBTEXT = '-# ';

/** Discord's Markdown as a tree, in which its references are names and texts, and whether there are any. */
export function discordBlocks(
  source: string,
  reading: DiscordReading,
): { readonly blocks: readonly BuiltBlock[]; readonly isChanged: boolean } {
  const reader = new DiscordReader(reading);
  const found = source.search(QUOTING);
  const isQuoting = found !== -1 && source.slice(0, found).split(FENCE).length % 2 === 1;
  const end = isQuoting ? found : source.length;
  const read = (part: string) => withSpans(parse(part), (spans) => reader.spans(spans));
  const blocks = read(source.slice(0, end));
  if (isQuoting) blocks.push(quote(...read(source.slice(end).replace(QUOTING, ''))));
  return { blocks, isChanged: reader.isChanged || isQuoting };
}

class DiscordReader {
  isChanged = false;

  constructor(private readonly reading: DiscordReading) {}

  /** Those of a block. */
  spans(spans: readonly Span[]): BuiltSpan[] {
    return this.marked(
      spans.map((span, index) => {
        const begins = index === 0 || spans[index - 1]?.type === 'break';
        return begins && span.type === 'text' ? this.withoutSubtext(span) : span;
      }),
    );
  }

  /** Small print is shown as any other text. */
  private withoutSubtext<Text extends { readonly text: string; readonly start: number }>(span: Text): Text {
    if (!span.text.startsWith(SUBTEXT)) return span;
    this.isChanged = true;
    return { ...span, text: span.text.slice(SUBTEXT.length), start: span.start + SUBTEXT.length };
  }

  private marked(spans: readonly Span[]): BuiltSpan[] {
    const all: BuiltSpan[] = [];
    for (let at = 0; at < spans.length; at++) {
      const run: ShownSpan[] = [];
      for (let span = spans[at]; isShown(span); span = spans[++at]) run.push(span);
      all.push(...this.run(run));
      const span = spans[at];
      if (span !== undefined) all.push('spans' in span ? { ...span, spans: this.marked(span.spans) } : span);
    }
    return all;
  }

  /** A reference is made of several spans: `<@123>` has a name in it. */
  private run(run: readonly ShownSpan[]): BuiltSpan[] {
    const all: BuiltSpan[] = [];
    // What was escaped is no part of a reference.
    const shown = run.map((span) => (isTyped(span) ? span.text : '\0'.repeat(span.text.length))).join('');
    const matches = shown.matchAll(REFERENCE);
    let match = matches.next().value;
    let at = 0;
    for (const span of run) {
      const end = at + span.text.length;
      let from = at;
      while (match !== undefined && match.index < end) {
        if (match.index > from) all.push(text(span.text.slice(from - at, match.index - at)));
        if (match.index >= at) all.push(this.reference(match[0], match[1] ?? '', match[2] ?? ''));
        const last = match.index + match[0].length;
        from = Math.min(end, last);
        if (last > end) break;
        match = matches.next().value;
      }
      if (from === at) all.push(...this.named(span));
      else if (from < end) all.push(text(span.text.slice(from - at)));
      at = end;
    }
    return all;
  }

  private reference(whole: string, kind: string, id: string): BuiltSpan {
    this.isChanged = true;
    switch (kind) {
      case '@':
      case '@!': {
        const name = this.reading.names.get(id.toLowerCase());
        if (name === undefined) return text(`@${id}`);
        this.reading.onUser(id, name);
        return mention(name);
      }
      case '#':
        return text(`#${id}`);
      case '@&':
        return text(`@${id}`);
      case 't:':
        return text(instantText(Number(id)) ?? whole);
      default:
        return emoji(kind.slice(kind.indexOf(':') + 1, -1));
    }
  }

  private named(span: ShownSpan): BuiltSpan[] {
    const [, name, rest = ''] =
      span.type === 'mention' ? (/^(everyone|here)([._-]*)$/.exec(span.name) ?? []) : [];
    if (name === undefined || this.reading.onEveryone === null) return [span];
    const said = name === 'here' ? name : 'channel';
    this.reading.onEveryone(said);
    if (name === said) return [span];
    this.isChanged = true;
    return [mention(said), text(rest)];
  }
}

type ShownSpan = Extract<Span, { readonly type: 'text' | 'mention' | 'channel' | 'emoji' }>;
const SHOWN: ReadonlySet<string> = new Set(['text', 'mention', 'channel', 'emoji']);

function isShown(span: Span | undefined): span is ShownSpan {
  return span !== undefined && SHOWN.has(span.type);
}

const isTyped = ({ text: shown, start, end }: ShownSpan) => shown.length === end - start;
