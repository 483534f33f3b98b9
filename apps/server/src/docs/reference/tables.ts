import type { ErrorCode } from '@palaver/core';
import { callerOf } from './callers.js';
import type { DocumentedOperation } from './documented.js';

/** The codes that docs/reference.md, section 7 gives to whole kinds of operations; the tables leave them out. */
export const OF_ANY_OPERATION: ReadonlySet<string> = new Set<ErrorCode>([
  'INVALID_INPUT',
  'MALFORMED_BODY',
  'MALFORMED_REQUEST',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNAUTHENTICATED',
  'SCOPE_REQUIRED',
  'KEY_NOT_ALLOWED',
  'ACTING_USER_REQUIRED',
  'ACTING_USER_NOT_FOUND',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'BUSY',
  'INTERNAL',
]);

/** The operations of a section of the reference: what each does, who may call it, what it takes and what it answers. */
export function operationTable(operations: readonly DocumentedOperation[]): string {
  const rows = operations.map((operation) => {
    const codes = operation.codes.filter((code) => !OF_ANY_OPERATION.has(code)).map((code) => `\`${code}\``);
    const cells = [
      `\`${operation.operation}\``,
      `[${operation.summary}](calls.md#${operation.id.toLowerCase().replace('.', '')})`,
      callerOf(operation),
      operation.fields.map(({ name, isNeeded }) => `\`${name}${isNeeded ? '' : '?'}\``).join(' '),
      operation.answers.map(({ status, text }) => `${status} ${cell(text)}`).join('; '),
      codes.join(' '),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| operation | what it does | caller | takes | answer | codes |',
    `|${' --- |'.repeat(6)}`,
    ...rows,
  ].join('\n');
}

/** The writes that take no idempotency key. */
export function keylessTable(operations: readonly DocumentedOperation[]): string {
  const writes = operations.filter(({ takesKey, operation }) => !takesKey && !operation.startsWith('GET '));
  const rows = writes.map((write) => `| \`${write.operation}\` | ${callerOf(write)} | ${write.summary} |`);
  return ['| operation | caller | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Every operation of a section at length: its description, and each field that it takes. */
export function callsOf(operations: readonly DocumentedOperation[]): string {
  return operations
    .map(({ id, operation, summary, description, fields }) => {
      const text = description.startsWith(summary) ? description : `${summary}. ${description}`.trim();
      return [`## ${id}`, `\`${operation}\``, text, ...(fields.length > 0 ? [fieldTable(fields)] : [])].join(
        '\n\n',
      );
    })
    .join('\n\n');
}

function fieldTable(fields: DocumentedOperation['fields']): string {
  const rows = fields.map(
    ({ name, isNeeded, type, meaning }) =>
      `| \`${name}\` | ${isNeeded ? 'yes' : ''} | ${cell(type)} | ${cell(meaning)} |`,
  );
  return ['| field | required | type | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
