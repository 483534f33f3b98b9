import type { OutgoingError } from '@palaver/client/store';
import { issuesOf, sentenceOf } from '../ui/refusal.js';
import { asSentence } from '../ui/refused.js';

/** What a person can do with a message that was refused, the way on first. */
export type WayOn = 'retry' | 'edit' | 'discard';

/** What passes by itself. All others are refused again as they are. */
const PASSING: ReadonlySet<OutgoingError['code']> = new Set(['SLOW_MODE', 'TIMED_OUT', 'OUTCOME_UNKNOWN']);

export function waysOn(code: OutgoingError['code']): readonly WayOn[] {
  return PASSING.has(code) ? ['retry', 'edit', 'discard'] : ['edit', 'discard'];
}

/** Why a message of the queue was refused. */
export function whyRefused({ message, issues = [] }: OutgoingError): string {
  return withIssues(issues, message);
}

/** Why the text of a message was refused; `otherwise` where there was no answer. */
export function whyTextRefused(cause: unknown, otherwise: string): string {
  return withIssues(issuesOf(cause), sentenceOf(cause, otherwise));
}

/** What is wrong with the text needs no name: it is all that the person has written. */
function withIssues(issues: NonNullable<OutgoingError['issues']>, sentence: string): string {
  if (issues.length === 0) return sentence;
  return issues
    .map(({ path, message }) => (path === 'content' ? asSentence(message) : `${path} ${message}.`))
    .join(' ');
}
