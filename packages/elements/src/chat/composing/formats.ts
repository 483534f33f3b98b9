import { type Edited, lineEnd, lineStart } from './edited.js';
import { fenceFor } from './fences.js';

/** What the bar and the keys do to what is selected. */
export const FORMATS = ['bold', 'italic', 'strike', 'code', 'link', 'block', 'list', 'quote'] as const;
export type Format = (typeof FORMATS)[number];

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** What a key with Ctrl or ⌘ asks for. Ctrl-K without a selection is left to the app. */
export function formatOf(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Pressed,
  { start, end }: Edited,
): Format | null {
  if (ctrlKey === metaKey || altKey) return null;
  switch (`${shiftKey ? 'shift ' : ''}${key.toLowerCase()}`) {
    case 'b':
      return 'bold';
    case 'i':
      return 'italic';
    case 'shift x':
      return 'strike';
    case 'shift c':
      return 'code';
    case 'k':
      return start < end ? 'link' : null;
    default:
      return null;
  }
}

/** A text with what is selected in another format, or without it where it has it. What was selected stays so. */
export function formatted(edited: Edited, format: Format): Edited {
  switch (format) {
    case 'bold':
      return marked(edited, '**');
    case 'italic':
      return marked(edited, '_');
    case 'strike':
      return marked(edited, '~~');
    case 'code':
      return edited.text.slice(edited.start, edited.end).includes('\n') ? block(edited) : marked(edited, '`');
    case 'link':
      return linked(edited, null);
    case 'block':
      return block(edited);
    case 'list':
      return lines(edited, '- ');
    case 'quote':
      return lines(edited, '> ');
  }
}

function marked({ text, start, end }: Edited, mark: string): Edited {
  const size = mark.length;
  const selected = text.slice(start, end);
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    const without = text.slice(0, start - size) + selected + text.slice(end + size);
    return { text: without, start: start - size, end: end - size };
  }
  if (selected.length >= 2 * size && selected.startsWith(mark) && selected.endsWith(mark)) {
    const without = text.slice(0, start) + selected.slice(size, -size) + text.slice(end);
    return { text: without, start, end: end - 2 * size };
  }
  // Marks beside a space mark nothing.
  const from = start + (selected.length - selected.trimStart().length) * Number(selected.trim() !== '');
  const to = from + (selected.trim() === '' ? end - start : selected.trim().length);
  return {
    text: text.slice(0, from) + mark + text.slice(from, to) + mark + text.slice(to),
    start: from + size,
    end: to + size,
  };
}

/** What is selected as a link. Without an address the place for it is selected. */
export function linked({ text, start, end }: Edited, address: string | null): Edited {
  const label = text.slice(start, end).replaceAll(/[[\]\\]/g, '\\$&');
  const target = address ?? 'https://';
  const from = start + label.length + 3;
  const to = from + target.length;
  const caret = address === null ? { start: from, end: to } : { start: to + 1, end: to + 1 };
  return { text: `${text.slice(0, start)}[${label}](${target})${text.slice(end)}`, ...caret };
}

function block({ text, start, end }: Edited): Edited {
  const selected = text.slice(start, end);
  const fence = fenceFor(selected);
  const before = start === lineStart(text, start) ? '' : '\n';
  const after = end === lineEnd(text, end) ? '' : '\n';
  const opening = `${before}${fence}\n`;
  const from = start + opening.length;
  return {
    text: `${text.slice(0, start)}${opening}${selected}\n${fence}${after}${text.slice(end)}`,
    start: from,
    end: from + selected.length,
  };
}

/** Each selected line with a sign before it, or without it where all have it. */
function lines({ text, start, end }: Edited, sign: string): Edited {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  const all = text.slice(from, to).split('\n');
  const haveIt = all.every((line) => line.startsWith(sign));
  const next = all.map((line) => (haveIt ? line.slice(sign.length) : sign + line)).join('\n');
  const first = haveIt ? -sign.length : sign.length;
  return {
    text: text.slice(0, from) + next + text.slice(to),
    start: Math.max(from, start + first),
    end: Math.max(from, end + next.length - (to - from)),
  };
}
