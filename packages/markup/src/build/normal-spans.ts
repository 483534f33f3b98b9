import { isSeen } from '../text-of.js';
import type { Atom, Mark } from './atom.js';
import { atomsOf, joined } from './atoms.js';
import { type NameCount, withNames } from './names.js';
import type { BuiltSpan } from './nodes.js';

/**
 * Spans as Markdown can say them, which show the same. No mark is within its like; marks begin and end at what is seen; no
 * line is empty, and none ends with space.
 */
export function normalSpans(spans: readonly BuiltSpan[], count: NameCount, isOneLine: boolean): BuiltSpan[] {
  const atoms = isOneLine ? atomsOf(spans).map(withoutBreak) : atomsOf(spans);
  const named = joined(withNames(trimmedLines(joined(atoms)), count));
  return nested(unitsOf(joined(withoutMarkedSpace(joined(withoutEmphasisOfNames(named))))), new Set());
}

function withoutBreak(atom: Atom): Atom {
  return atom.span.type === 'break' ? { ...atom, span: { type: 'text', text: ' ' } } : atom;
}

/** Without space at the ends of lines, and without lines that have nothing else. */
function trimmedLines(atoms: readonly Atom[]): Atom[] {
  const kept: Atom[] = [];
  let isAtEnd = true;
  for (const atom of [...atoms].reverse()) {
    if (atom.span.type === 'break') {
      if (!isAtEnd) kept.push(atom);
      isAtEnd = true;
    } else if (isAtEnd && atom.span.type === 'text') {
      const text = atom.span.text.trimEnd();
      if (text === '') continue;
      kept.push({ ...atom, span: { type: 'text', text } });
      isAtEnd = false;
    } else {
      kept.push(atom);
      isAtEnd = false;
    }
  }
  if (kept.at(-1)?.span.type === 'break') kept.pop();
  return kept.reverse();
}

/** Emphasis is written with low lines: it would end at a name that ends with one. */
function withoutEmphasisOfNames(atoms: readonly Atom[]): Atom[] {
  const hasSuchName = atoms.some(
    ({ span }) => (span.type === 'mention' || span.type === 'channel') && span.name.endsWith('_'),
  );
  return hasSuchName ? atoms.map((atom) => without(atom, 'emphasis')) : [...atoms];
}

function without(atom: Atom, mark: Mark): Atom {
  return atom.marks.has(mark)
    ? { ...atom, marks: new Set([...atom.marks].filter((one) => one !== mark)) }
    : atom;
}

/** Space that a mark begins or ends with is not in it. */
function withoutMarkedSpace(atoms: readonly Atom[]): Atom[] {
  return MARKS.reduce<Atom[]>(
    (all, mark) => {
      const fromStart = withoutSpaceBefore(all, mark);
      return withoutSpaceBefore(fromStart.reverse(), mark).reverse();
    },
    [...atoms],
  );
}

function withoutSpaceBefore(atoms: readonly Atom[], mark: Mark): Atom[] {
  let isInside = false;
  return atoms.map((atom) => {
    const isOuterSpace = !isInside && isSpace(atom);
    isInside = atom.marks.has(mark) && (isInside || !isOuterSpace);
    return isOuterSpace ? without(atom, mark) : atom;
  });
}

/** An atom, or all of a link: marks of all of it are around it. */
interface Unit {
  readonly atoms: readonly Atom[];
  readonly marks: ReadonlySet<Mark>;
  readonly isLink: boolean;
}

function unitsOf(atoms: readonly Atom[]): Unit[] {
  const units: Unit[] = [];
  let link: Atom[] = [];
  const close = () => {
    const [first] = link;
    if (first === undefined) return;
    const marks = new Set([...first.marks].filter((mark) => link.every((atom) => atom.marks.has(mark))));
    if (link.every(isUnseen)) units.push(...link.map((atom) => unitOf({ ...atom, target: null })));
    else units.push({ atoms: link, marks, isLink: true });
    link = [];
  };
  for (const atom of atoms) {
    const [first] = link;
    const continues =
      first?.target === atom.target && first.marks.has('spoiler') === atom.marks.has('spoiler');
    if (!continues) close();
    if (atom.target === null) units.push(unitOf(atom));
    else link.push(atom);
  }
  close();
  return units;
}

const unitOf = (atom: Atom): Unit => ({ atoms: [atom], marks: atom.marks, isLink: false });

/** Puts units within their marks: a spoiler is outermost, then the mark that ends last. */
function nested(units: readonly Unit[], open: ReadonlySet<Mark>): BuiltSpan[] {
  const spans: BuiltSpan[] = [];
  for (let at = 0; at < units.length; ) {
    const { mark, end } = longestMark(units, at, open);
    const inside = units.slice(at, end);
    for (const span of mark === null ? inside.map((unit) => bare(unit, open)) : withMark(inside, mark, open))
      addSpan(spans, span);
    at = end;
  }
  return spans;
}

function addSpan(spans: BuiltSpan[], span: BuiltSpan): void {
  const last = spans.at(-1);
  if (last?.type === 'text' && span.type === 'text')
    spans[spans.length - 1] = { type: 'text', text: last.text + span.text };
  else spans.push(span);
}

function longestMark(units: readonly Unit[], at: number, open: ReadonlySet<Mark>) {
  let [longest, end]: [Mark | null, number] = [null, at + 1];
  for (const mark of MARKS) {
    if (open.has(mark) || !units[at]?.marks.has(mark)) continue;
    let last = at + 1;
    while (units[last]?.marks.has(mark)) last++;
    if (longest === null || last > end) [longest, end] = [mark, last];
    if (mark === 'spoiler') break;
  }
  return { mark: longest, end };
}

const MARKS: readonly Mark[] = ['spoiler', 'strong', 'emphasis', 'struck'];

function bare({ atoms, isLink }: Unit, open: ReadonlySet<Mark>): BuiltSpan {
  const [first] = atoms;
  if (first === undefined) return { type: 'text', text: '' };
  if (!isLink || first.target === null) return first.span;
  return { type: 'link', href: first.target.href, spans: nested(atoms.map(unitOf), open) };
}

/** What is in a mark, with the space at its edges outside of it. */
function withMark(units: readonly Unit[], mark: Mark, open: ReadonlySet<Mark>): BuiltSpan[] {
  const within = new Set([...open, mark]);
  const [before, rest] = withoutSpaceAt(units, 'start');
  const [after, inside] = withoutSpaceAt(rest.toReversed(), 'end');
  const spans: BuiltSpan[] =
    inside.length === 0 ? [] : [{ type: mark, spans: nested(inside.toReversed(), within) }];
  return [...nested(before, within), ...spans, ...nested(after.toReversed(), within)];
}

function withoutSpaceAt(units: readonly Unit[], side: 'start' | 'end'): readonly [Unit[], Unit[]] {
  const first = units.findIndex(({ atoms: [atom], isLink }) => isLink || !isSpace(atom));
  if (first === -1) return [[...units], []];
  const [space, rest] = [units.slice(0, first), units.slice(first)];
  const [unit] = rest;
  const atom = unit?.atoms[0];
  if (unit === undefined || unit.isLink || atom?.span.type !== 'text') return [space, rest];
  const { text } = atom.span;
  const kept = side === 'start' ? text.trimStart() : text.trimEnd();
  if (kept === text) return [space, rest];
  const cut = side === 'start' ? text.slice(0, text.length - kept.length) : text.slice(kept.length);
  const unitOfText = (part: string) => unitOf({ ...atom, span: { type: 'text', text: part } });
  return [
    [...space, unitOfText(cut)],
    [unitOfText(kept), ...rest.slice(1)],
  ];
}

function isSpace(atom: Atom | undefined): boolean {
  return atom?.span.type === 'break' || (atom?.span.type === 'text' && atom.span.text.trim() === '');
}

/** A link of which nothing is seen is read as what was typed. */
function isUnseen({ span }: Atom): boolean {
  return span.type === 'break' || (span.type === 'text' && !isSeen(span.text));
}
