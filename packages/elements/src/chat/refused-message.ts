import type { OutgoingError } from '@palaver/client/store';
import { issuesOf, type RefusalTexts, sentenceOf, sentenceOfCode } from '../ui/refusal.js';

/** What a person can do with a message that was refused, the way on first. */
export type WayOn = 'retry' | 'edit' | 'discard';

/** What passes by itself. All others are refused again as they are. */
const PASSING: ReadonlySet<OutgoingError['code']> = new Set(['SLOW_MODE', 'TIMED_OUT', 'OUTCOME_UNKNOWN']);

export function waysOn(code: OutgoingError['code']): readonly WayOn[] {
  return PASSING.has(code) ? ['retry', 'edit', 'discard'] : ['edit', 'discard'];
}

/** Why a message of the queue was refused. */
export function whyRefused({ code, message, issues = [] }: OutgoingError, t: RefusalTexts): string {
  return withIssues(issues, sentenceOfCode(code, message, t), t);
}

/** Why the text of a message was refused. */
export function whyTextRefused(cause: unknown, t: RefusalTexts): string {
  return withIssues(issuesOf(cause), sentenceOf(cause, t), t);
}

/** What is wrong with the text needs no name: it is all that the person has written. */
function withIssues(issues: NonNullable<OutgoingError['issues']>, sentence: string, t: RefusalTexts): string {
  if (issues.length === 0) return sentence;
  return issues
    .map(({ path, message }) => (path === 'content' ? t.issue(message) : t.issueOf(path, message)))
    .join(' ');
}
