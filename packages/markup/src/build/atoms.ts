import { findAutolinks } from '../parser/autolinks.js';
import { encoded, isUsable } from '../parser/links.js';
import { isSeen } from '../text-of.js';
import { type Atom, isSame, type Mark, type Target } from './atom.js';
import { nameAsText } from './names.js';
import type { BuiltSpan } from './nodes.js';

interface Pending {
  readonly span: BuiltSpan;
  readonly marks: ReadonlySet<Mark>;
  readonly target: Target | null;
  /** For the address of a link, which is shown where nothing else was shown since: how much was shown before. */
  readonly shownBefore?: number;
}

/** The leaves of a tree, which may be of any depth, with cleaned texts. Lines end where a text has a line feed. */
export function atomsOf(spans: readonly BuiltSpan[]): Atom[] {
  const atoms: Atom[] = [];
  const open: Pending[] = [];
  const push = (inside: readonly BuiltSpan[], marks: ReadonlySet<Mark>, target: Target | null) => {
    for (let at = inside.length - 1; at >= 0; at--) {
      const span = inside[at];
      if (span !== undefined) open.push({ span, marks, target });
    }
  };
  push(spans, new Set(), null);
  let shown = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { span, marks, target, shownBefore } = next;
    if (shownBefore !== undefined && shown > shownBefore) continue;
    if (span.type === 'link') {
      const inner = target ?? targetOf(span.href);
      if (target === null)
        open.push({ span: { type: 'text', text: span.href }, marks, target: inner, shownBefore: shown });
      push(span.spans, marks, inner);
    } else if ('spans' in span) {
      push(span.spans, marks.has(span.type) ? marks : new Set([...marks, span.type]), target);
    } else {
      addLeaf(atoms, { span, marks, target });
      if (isSpanSeen(span)) shown++;
    }
  }
  return withAddresses(joined(joined(atoms)));
}

/** Where a link leads, written as the parser reads it; null where it may not lead. */
function targetOf(href: string): Target | null {
  const clean = encoded(href.trim()).replaceAll('|', '%7C').replaceAll('\\', '%5C');
  return isUsable(clean) ? { href: clean } : null;
}

function isSpanSeen(span: Atom['span']): boolean {
  return span.type !== 'break' && (!('text' in span) || isSeen(cleaned(span.text)));
}

/** Without characters that no text shows, and with a line feed where a line ends. */
export function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '');
}

function addLeaf(atoms: Atom[], { span, marks, target }: Atom): void {
  if (span.type === 'code') {
    const shown = cleaned(span.text).replace(/[\n\u2028\u2029]/g, ' ');
    atoms.push({ span: { type: 'code', text: shown }, marks, target });
    return;
  }
  const shown = 'name' in span ? nameAsText(span, target !== null) : span.type === 'text' ? span.text : null;
  if (shown === null) {
    // A span of the parser has its text and its place too.
    atoms.push({
      span: 'name' in span ? { type: span.type, name: span.name } : { type: 'break' },
      marks,
      target,
    });
    return;
  }
  for (const [index, line] of cleaned(shown).split('\n').entries()) {
    if (index > 0) atoms.push({ span: { type: 'break' }, marks, target });
    atoms.push({ span: { type: 'text', text: line }, marks, target });
  }
}

/** Texts that follow each other are one, and so is code. */
export function joined(atoms: readonly Atom[]): Atom[] {
  const all: Atom[] = [];
  let open: Atom[] = [];
  const close = () => {
    const [first] = open;
    const text = open
      .map(({ span }) => ('text' in span ? span.text : ''))
      .join('')
      .toWellFormed();
    if (first?.span.type === 'code') all.push({ ...first, span: { type: typeOfCode(text, first), text } });
    else if (first !== undefined && text !== '') all.push({ ...first, span: { type: 'text', text } });
    open = [];
  };
  for (const atom of atoms) {
    const [first] = open;
    if (first !== undefined && (first.span.type !== atom.span.type || !isSame(first, atom))) close();
    if ('text' in atom.span) open.push(atom);
    else all.push(atom);
  }
  close();
  return all;
}

/**
 * A spoiler would end in code that has its mark, and a link would be a definition by code that has the end of one. Code of
 * which nothing is seen is a text.
 */
function typeOfCode(text: string, { marks, target }: Atom): 'code' | 'text' {
  const isEnd = (marks.has('spoiler') && text.includes('||')) || (target !== null && text.includes(']:'));
  return isEnd || !isSeen(text) ? 'text' : 'code';
}

/** Addresses in texts are links, as they are where somebody types them. */
function withAddresses(atoms: readonly Atom[]): Atom[] {
  return atoms.flatMap((atom): Atom[] => {
    const { span, target } = atom;
    if (span.type !== 'text' || target !== null) return [atom];
    const parts: Atom[] = [];
    let from = 0;
    const add = (to: number, within: Target | null) => {
      if (to > from)
        parts.push({ ...atom, span: { type: 'text', text: span.text.slice(from, to) }, target: within });
      from = to;
    };
    for (const { start, end, href } of findAutolinks(span.text)) {
      const found = targetOf(href);
      if (found === null || start < from) continue;
      add(start, null);
      add(end, found);
    }
    add(span.text.length, null);
    return parts;
  });
}
