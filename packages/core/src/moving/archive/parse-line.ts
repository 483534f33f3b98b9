import { useIssueSentences } from '../../kernel/schema/issue-sentences.js';
import { ArchiveError } from './archive-error.js';
import { ArchiveLine } from './lines.js';

useIssueSentences();

/** Checks a line by its schema. Throws `ArchiveError` with its number and the first field that is wrong. */
export function parseLine(given: unknown, number: number): ArchiveLine {
  const { success, data, error } = ArchiveLine.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  const field = issue?.path.join('.') || 'the line';
  throw new ArchiveError(`${field} ${issue?.message ?? 'is not valid'}`, number);
}
