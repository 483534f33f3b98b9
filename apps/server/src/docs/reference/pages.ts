import type { DocumentedOperation } from './documented.js';
import { sectionOf } from './sections.js';
import { callsOf, keylessTable, operationTable } from './tables.js';

const PART = /(<!-- generated from the operations: (\w+) -->\n)[\s\S]*?(<!-- end of the operations -->)/g;

/**
 * A page with its parts written from the operations; `all` is every operation at length, `withoutKey` are the
 * writes that take no idempotency key. Throws for an unknown part.
 */
export function withOperations(page: string, operations: readonly DocumentedOperation[]): string {
  return page.replaceAll(PART, (_part, begin: string, name: string, end: string) => {
    return `${begin}\n${textOf(name, operations)}\n\n${end}`;
  });
}

function textOf(part: string, operations: readonly DocumentedOperation[]): string {
  if (part === 'all') return callsOf(operations);
  if (part === 'withoutKey') return keylessTable(operations);
  return operationTable(inSection(part, operations));
}

function inSection(name: string, operations: readonly DocumentedOperation[]): DocumentedOperation[] {
  const found = operations.filter(({ path }) => sectionOf(path) === name);
  if (found.length === 0) throw new Error(`No operation is in a section ${name}.`);
  return found;
}
