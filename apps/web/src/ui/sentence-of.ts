import { isPalaverError } from '@palaver/client';

/** What an error of the service says to a person; `otherwise` where there was no answer. */
export function sentenceOf(cause: unknown, otherwise: string): string {
  if (!isPalaverError(cause)) return otherwise;
  const issues = cause.data.issues ?? [];
  if (cause.data.errorCode !== 'INVALID_INPUT' || issues.length === 0) return cause.message;
  return issues.map(({ path, message }) => `${path} ${message}.`).join(' ');
}
