import type { LineKindName, LineReasonCode } from '../../protocol/records/line-reason.js';
import { LINE_SENTENCES } from './line-sentences.js';
import type { Origin } from './records.js';

/** As many places are named of each reason. */
const FIRST = 3;

/** Something that happened to lines: how often, and where at first. */
export interface Reason {
  readonly code: LineReasonCode;
  /** The same in English. */
  readonly reason: string;
  readonly count: number;
  readonly first: readonly string[];
}

/** What became of the lines of a kind: `taken + changed + leftOut = read`. */
export interface KindAccount {
  readonly kind: LineKindName;
  readonly read: number;
  /** As they were. */
  readonly taken: number;
  /** Taken, and something of them is otherwise: how. */
  readonly changed: number;
  readonly leftOut: number;
  /** A line may be changed in several ways. */
  readonly changes: readonly Reason[];
  /** Each line is left out for one reason. */
  readonly reasons: readonly Reason[];
}

interface Kind {
  read: number;
  taken: number;
  changed: number;
  leftOut: number;
  readonly changes: Map<LineReasonCode, { count: number; first: string[] }>;
  readonly reasons: Map<LineReasonCode, { count: number; first: string[] }>;
}

/** Counts every line of an export, and what became of it. */
export class Account {
  readonly #kinds = new Map<LineKindName, Kind>();

  /** Counts lines that were read. What becomes of each is told later, once. */
  read(kind: LineKindName, count = 1): void {
    this.#of(kind).read += count;
  }

  /** The line is taken, with these changes. */
  take({ kind, ref }: Origin, changes: readonly LineReasonCode[] = []): void {
    const account = this.#of(kind);
    if (changes.length === 0) account.taken++;
    else account.changed++;
    for (const change of new Set(changes)) note(account.changes, change, ref);
  }

  leaveOut({ kind, ref }: Origin, why: LineReasonCode): void {
    const account = this.#of(kind);
    account.leftOut++;
    note(account.reasons, why, ref);
  }

  /** In the order in which the kinds were read first. */
  kinds(): KindAccount[] {
    return [...this.#kinds].map(([kind, account]) => ({
      kind,
      ...account,
      changes: reasonsOf(account.changes),
      reasons: reasonsOf(account.reasons),
    }));
  }

  #of(kind: LineKindName): Kind {
    const known = this.#kinds.get(kind);
    if (known) return known;
    const made = { read: 0, taken: 0, changed: 0, leftOut: 0, changes: new Map(), reasons: new Map() };
    this.#kinds.set(kind, made);
    return made;
  }
}

function note(
  noted: Map<LineReasonCode, { count: number; first: string[] }>,
  reason: LineReasonCode,
  ref: string,
): void {
  const known = noted.get(reason) ?? { count: 0, first: [] };
  known.count++;
  if (known.first.length < FIRST) known.first.push(ref);
  noted.set(reason, known);
}

function reasonsOf(
  noted: ReadonlyMap<LineReasonCode, { readonly count: number; readonly first: string[] }>,
): Reason[] {
  return [...noted].map(([code, { count, first }]) => ({ code, reason: LINE_SENTENCES[code], count, first }));
}
