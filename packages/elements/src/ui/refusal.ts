import { type ErrorCode, isPalaverError } from '@palaver/client';
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
  if (cause instanceof Refusal) return t.refusal(cause.code, cause.message);
  return isPalaverError(cause) ? t.refusal(cause.data.errorCode, cause.message) : t.somethingWrong;
}

/** The fields that are not valid; none for another refusal. */
export function issuesOf(cause: unknown): readonly Issue[] {
  if (cause instanceof Refusal) return cause.issues;
  return isPalaverError(cause, 'INVALID_INPUT') ? (cause.data.issues ?? []) : [];
}
