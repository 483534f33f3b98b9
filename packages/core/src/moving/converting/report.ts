import {
  type ConversionSummary,
  SUMMARY_MOST,
  SUMMARY_TEXT_MAX,
} from '../../protocol/records/conversion-summary.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import type { Account, KindAccount, Reason } from './account.js';
import { LINE_SENTENCES } from './line-sentences.js';
import type { People } from './people.js';

/** Somebody who becomes no member, and why. */
export interface NoMemberPerson {
  readonly id: string;
  readonly username: string;
  readonly code: LineReasonCode;
  /** The same in English. */
  readonly why: string;
}

/** What became of each line of an export (docs/importing.md). */
export interface ConversionReport {
  /** The system and the installation, as the archive names them. */
  readonly source: string;
  readonly server: string;
  readonly messages: number;
  readonly files: number;
  readonly kinds: readonly KindAccount[];
  /** Everybody who writes and becomes no member, bots aside. */
  readonly noMembers: readonly NoMemberPerson[];
}

export function noMembersOf(people: People): NoMemberPerson[] {
  return [...people.all()].flatMap(({ id, username, isBot, noMember, role }) =>
    isBot || role !== null || id === people.owner.id || noMember === null
      ? []
      : [{ id, username, code: noMember, why: LINE_SENTENCES[noMember] }],
  );
}

/** The report as the last line of an archive has it, which has a length. */
export function summaryOf({ kinds, noMembers }: ConversionReport): ConversionSummary {
  return {
    kinds: kinds.slice(0, SUMMARY_MOST.kinds).map((kind) => ({
      ...kind,
      kind: cut(kind.kind),
      changes: reasonsOf(kind.changes),
      reasons: reasonsOf(kind.reasons),
    })),
    noMembers: noMembers
      .slice(0, SUMMARY_MOST.people)
      .map(({ id, username, code, why }) => ({ id: cut(id), username: cut(username), code, why: cut(why) })),
    noMemberCount: noMembers.length,
  };
}

const reasonsOf = (reasons: readonly Reason[]) =>
  reasons
    .slice(0, SUMMARY_MOST.reasons)
    .map(({ code, reason, count, first }) => ({ code, reason: cut(reason), count, first: first.map(cut) }));

const cut = (given: string): string => given.slice(0, SUMMARY_TEXT_MAX).toWellFormed();

type ReadonlyAccount = Pick<ConversionSummary, 'noMemberCount'> & {
  readonly kinds: ReadonlyArray<
    Omit<KindAccount, 'kind' | 'changes' | 'reasons'> & {
      readonly kind: string;
      readonly changes: readonly TextReason[];
      readonly reasons: readonly TextReason[];
    }
  >;
  readonly noMembers: ReadonlyArray<Omit<NoMemberPerson, 'code'>>;
};
type TextReason = Omit<Reason, 'code'>;

/** The report for a person to read. */
export function reportText(report: ConversionReport): string {
  const { source, server, messages, files } = report;
  const title = `${server} (${source}): ${messages} messages and ${files} files`;
  return `${title}\n\n${accountText({ ...report, noMemberCount: report.noMembers.length })}`;
}

/** What became of each line, for a person to read. */
export function accountText({ kinds, noMembers, noMemberCount }: ReadonlyAccount): string {
  const lines: string[] = [];
  const rows = kinds.map(({ kind, read, taken, changed, leftOut }) => [kind, read, taken, changed, leftOut]);
  lines.push(...columns([['line', 'read', 'taken', 'changed', 'left out'], ...rows]));
  for (const { kind, changes, reasons } of kinds) {
    const told = [
      ...changes.map((change) => ({ ...change, what: 'changed' })),
      ...reasons.map((reason) => ({ ...reason, what: 'left out' })),
    ];
    if (told.length > 0) lines.push('', `${kind}:`);
    for (const { what, reason, count, first } of told)
      lines.push(`  ${count} ${what}: ${reason} (${first.join('; ')}${count > first.length ? '; …' : ''})`);
  }
  if (noMembers.length > 0) {
    lines.push('', 'These people are authors and become no members:');
    lines.push(
      ...columns(noMembers.map(({ username, id, why }) => [username, id, why])).map((line) => `  ${line}`),
    );
    if (noMemberCount > noMembers.length) lines.push(`  and ${noMemberCount - noMembers.length} more`);
  }
  return lines.join('\n');
}

/** Whether all lines are accounted for. */
export function isWhole(account: Account): boolean {
  return account.kinds().every(({ read, taken, changed, leftOut }) => taken + changed + leftOut === read);
}

function columns(rows: ReadonlyArray<ReadonlyArray<string | number>>): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  return rows.map((row) =>
    row
      .map((cell, at) => String(cell).padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
