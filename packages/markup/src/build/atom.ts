import type { MarkedSpan } from '../tree.js';
import type { BuiltSpan } from './nodes.js';

export type Mark = MarkedSpan['type'];

/** What a link leads to. Atoms of one link have the same object. */
export interface Target {
  readonly href: string;
}

export type NameSpan = Extract<BuiltSpan, { readonly name: string }>;

/** A span with nothing in it, and what it is in. */
export interface Atom {
  readonly span: Exclude<BuiltSpan, { readonly spans: unknown }>;
  readonly marks: ReadonlySet<Mark>;
  readonly target: Target | null;
}

export const isSame = (a: Pick<Atom, 'marks' | 'target'>, b: Pick<Atom, 'marks' | 'target'>): boolean =>
  a.target === b.target && a.marks.size === b.marks.size && [...a.marks].every((mark) => b.marks.has(mark));
