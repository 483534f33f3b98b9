import { z } from 'zod';
import { counted } from './text.js';

type RawIssue = z.core.$ZodRawIssue;
type UnionIssue = Extract<RawIssue, { code: 'invalid_union' }>;

/**
 * What is wrong with a field, where its schema gives no sentence of its own. It follows the name of the field: "name must
 * be a string". zod's own sentences say what its code expected instead of what to change, so none of them is sent.
 */
function issueSentence(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input == null ? 'is required' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.input == null ? 'is required' : `must be ${oneOf(issue.values)}`;
    case 'too_small':
      return `must ${bound(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', issue.maximum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'a string of the documented form'}`;
    case 'unrecognized_keys':
      return `has fields that are not known here: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return unionSentence(issue);
    case 'invalid_key':
      return 'has a key that is not valid';
    default:
      return 'is not valid';
  }
}

/** Gives every schema of this process these sentences. A schema's own sentence comes first. */
export function useIssueSentences(): void {
  z.config({ customError: issueSentence });
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  never: 'left out',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'an ISO 8601 date-time',
};

/** What a length is counted in; anything else is compared itself. */
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

function bound(origin: string, relation: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined ? `be ${relation} ${limit}` : `have ${relation} ${counted(limit, unit)}`;
}

function unionSentence({ options, discriminator }: UnionIssue): string {
  return discriminator !== undefined && Array.isArray(options)
    ? `must be ${oneOf(options)}`
    : 'has none of the documented forms';
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  return shown.length === 1 ? String(shown[0]) : `one of ${shown.join(', ')}`;
}
