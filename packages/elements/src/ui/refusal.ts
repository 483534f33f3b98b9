import { type ErrorCode, isPalaverError } from '@palaver/client';
import { minuteOf } from '../i18n/clock.js';
import type { ChatTexts } from '../i18n/i18n.js';

/** What the service has refused on a path that the typed client does not call, such as files. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  /** The fields that are not valid, where single ones are not. */
  readonly issues: readonly Issue[];

  constructor(message: string, code: string, issues: readonly Issue[] = []) {
    super(message);
    this.code = code;
    this.issues = issues;
  }
}

/** Why the service has refused, from its answer. */
export async function refusalOf(answer: Response): Promise<Refusal> {
  const { error, code = 'TOO_MANY_REQUESTS', issues = [] }: RefusedBody = await answer.json();
  return new Refusal(error, code, issues);
}

/** What is wrong with a field of what was sent. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

interface RefusedBody {
  readonly error: string;
  /** Absent where there were too many requests. */
  readonly code?: string;
  readonly issues?: readonly Issue[];
}

/** Whether the service has refused for this reason. */
export function isRefusedWith(cause: unknown, code: ErrorCode): boolean {
  return cause instanceof Refusal ? cause.code === code : isPalaverError(cause, code);
}

/** What the sentences of refusals are made of. */
export type RefusalTexts = Pick<ChatTexts, 'somethingWrong' | 'refusal' | 'issue' | 'issueOf'>;

/** What a refusal says to a person. */
export function sentenceOf(cause: unknown, t: RefusalTexts): string {
  const issues = issuesOf(cause);
  if (issues.length > 0) return issues.map(({ path, message }) => t.issueOf(path, message)).join(' ');
  if (cause instanceof Refusal) return sentenceOfCode(cause.code, cause.message, t);
  return isPalaverError(cause) ? sentenceOfCode(cause.data.errorCode, cause.message, t) : t.somethingWrong;
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/;

/**
 * What a code of the service says, with the sentence that came with it. That has an instant in UTC: a person reads it on their own
 * clock, at the end where the catalogue's sentence does not have it.
 */
export function sentenceOfCode(code: string, sentence: string, t: Pick<RefusalTexts, 'refusal'>): string {
  const told = t.refusal(code, sentence);
  const instant = INSTANT.exec(sentence)?.[0];
  if (instant === undefined) return told;
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  const time = minuteOf(new Date(instant), new Date(), locale);
  return told.includes(instant) ? told.replace(instant, time) : `${told} (${time})`;
}

/** The fields that are not valid; none for another refusal. */
export function issuesOf(cause: unknown): readonly Issue[] {
  if (cause instanceof Refusal) return cause.issues;
  return isPalaverError(cause, 'INVALID_INPUT') ? (cause.data.issues ?? []) : [];
}
